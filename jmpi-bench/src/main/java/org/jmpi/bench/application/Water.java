package org.jmpi.bench.application;

import java.util.Arrays;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jmpi.bench.ProgressBar;

/**
 * Moves water molecules in a periodic cube. A molecule has three atoms, oxygen and two hydrogens, held by three
 * springs. Between two molecules act Coulomb's force for each pair of atoms and that of Lennard and Jones between
 * oxygens, of the nearest image of the other molecule. Each molecule computes the forces between itself and the next
 * half of the others, for both. A predictor and corrector of three values (position, velocity, acceleration) integrates
 * the motion.
 *
 * <p>The result is the positions after the last step, and the potential energy in that step. Units: angstrom,
 * picosecond, atomic mass unit, kJ/mol. A molecule is {@value #NUMBERS} doubles of an array.
 *
 * <p>Source: "MRPC: A High Performance RPC System for MPMD Parallel Computing", section 5.3, after Water of the SPLASH
 * suite: 512 molecules. It does not say how many steps. The potential here is a simple one.
 */
final class Water implements Problem<double[]> {
    /** How a rank gets positions of other ranks' molecules. */
    enum Version {
        /** Each by itself, each time that the rank uses it: for each pair of molecules. */
        ATOMIC,
        /** All that it needs of a rank together, at the start of a step. */
        PREFETCH
    }

    /** Coordinates of a molecule: three of each atom, the oxygen first. */
    static final int NUMBERS = 9;

    private static final int SEED = 53;
    private static final double SPACING = 3.1;
    private static final double BOND = 0.9572;
    private static final double HYDROGENS = 1.5139;
    private static final double SPRING = 4500;
    private static final double COULOMB = 1389.35;
    private static final double[] CHARGE = {-0.82, 0.41, 0.41};
    private static final double[] MASS = {15.999, 1.008, 1.008};
    private static final double SIGMA = 3.166;
    private static final double EPSILON = 0.65;

    /** Length of a step, and the acceleration by a force of 1 of a mass of 1. */
    private static final double STEP = 0.0005;

    private static final double ACCELERATION = 100;

    private final int molecules;
    private final int steps;
    private final double edge;
    private final double[] start;

    /** Puts molecules on a grid, with some disorder. */
    Water(int molecules, int steps) {
        this.molecules = molecules;
        this.steps = steps;
        int row = (int) Math.ceil(Math.cbrt(molecules));
        edge = row * SPACING;
        start = new double[NUMBERS * molecules];
        Random random = new Random(SEED);
        for (int m = 0; m < molecules; m++) {
            int[] place = {m % row, m / row % row, m / row / row};
            for (int i = 0; i < NUMBERS; i++)
                start[NUMBERS * m + i] = place[i % 3] * SPACING + random.nextDouble(-0.05, 0.05);
            start[NUMBERS * m + 3] += BOND;
            start[NUMBERS * m + 6] -= BOND / 4;
            start[NUMBERS * m + 7] += BOND;
        }
    }

    /** Returns the number of molecules. */
    int molecules() {
        return molecules;
    }

    /** Returns the number of steps. */
    int steps() {
        return steps;
    }

    /** Returns a copy of the positions at the start. */
    double[] start() {
        return start.clone();
    }

    /** Returns with how many of the next molecules a molecule computes the forces. */
    int partners(int molecule) {
        int half = molecules / 2;
        return molecules % 2 == 0 && molecule >= half ? half - 1 : half;
    }

    /** Returns the partner of a molecule with a number from 0 on. */
    int partner(int molecule, int number) {
        return (molecule + 1 + number) % molecules;
    }

    /** Returns the molecules of other ranks that a rank needs. */
    SortedSet<Integer> needs(Parts parts, int rank) {
        SortedSet<Integer> needs = new TreeSet<>();
        for (int m = parts.first(rank); m < parts.first(rank + 1); m++)
            for (int k = 0; k < partners(m); k++) needs.add(partner(m, k));
        needs.removeIf(m -> parts.owner(m) == rank);
        return needs;
    }

    @Override
    public String size() {
        return molecules + " molecules " + steps + " steps";
    }

    @Override
    public double[] solve(ProgressBar progress) {
        Motion motion = new Motion(start.length);
        double[] x = start();
        double energy = 0;
        for (int step = 0; step < steps; step++) {
            motion.predict(x, 0, molecules);
            double[] forces = new double[x.length];
            energy = 0;
            for (int m = 0; m < molecules; m++) energy += interact(x, m, forces);
            motion.correct(forces, 0, molecules);
            progress.show(step, steps);
        }
        double[] result = Arrays.copyOf(x, x.length + 1);
        result[x.length] = energy;
        return result;
    }

    /** Adds the forces of a molecule's springs, and those between it and its partners; returns the energy. */
    double interact(double[] x, int molecule, double[] forces) {
        double energy = spring(x, molecule, 0, 1, BOND, forces)
                + spring(x, molecule, 0, 2, BOND, forces)
                + spring(x, molecule, 1, 2, HYDROGENS, forces);
        for (int k = 0; k < partners(molecule); k++) energy += between(x, molecule, partner(molecule, k), forces);
        return energy;
    }

    private static double spring(double[] x, int molecule, int atom, int other, double length, double[] forces) {
        int a = NUMBERS * molecule + 3 * atom;
        int b = NUMBERS * molecule + 3 * other;
        double distance = Math.sqrt(square(x[a] - x[b]) + square(x[a + 1] - x[b + 1]) + square(x[a + 2] - x[b + 2]));
        double stretch = distance - length;
        for (int i = 0; i < 3; i++) {
            double force = SPRING * stretch / distance * (x[b + i] - x[a + i]);
            forces[a + i] += force;
            forces[b + i] -= force;
        }
        return SPRING * stretch * stretch / 2;
    }

    private static double square(double number) {
        return number * number;
    }

    /** Adds the forces between two molecules, and returns their energy. */
    private double between(double[] x, int molecule, int other, double[] forces) {
        double[] shift = new double[3];
        for (int i = 0; i < 3; i++)
            shift[i] = edge * Math.rint((x[NUMBERS * molecule + i] - x[NUMBERS * other + i]) / edge);
        double energy = 0;
        for (int atom = 0; atom < 3; atom++)
            for (int to = 0; to < 3; to++)
                energy += pair(x, NUMBERS * molecule + 3 * atom, NUMBERS * other + 3 * to, shift, atom, to, forces);
        return energy;
    }

    private static double pair(double[] x, int a, int b, double[] shift, int atom, int other, double[] forces) {
        double dx = x[a] - x[b] - shift[0];
        double dy = x[a + 1] - x[b + 1] - shift[1];
        double dz = x[a + 2] - x[b + 2] - shift[2];
        double square = dx * dx + dy * dy + dz * dz;
        double energy = COULOMB * CHARGE[atom] * CHARGE[other] / Math.sqrt(square);
        double factor = energy / square;
        if (atom == 0 && other == 0) {
            double sixth = square(SIGMA * SIGMA / square) * (SIGMA * SIGMA / square);
            energy += 4 * EPSILON * (sixth * sixth - sixth);
            factor += 24 * EPSILON * (2 * sixth * sixth - sixth) / square;
        }
        add(forces, a, factor, dx, dy, dz);
        add(forces, b, -factor, dx, dy, dz);
        return energy;
    }

    private static void add(double[] forces, int place, double factor, double dx, double dy, double dz) {
        forces[place] += factor * dx;
        forces[place + 1] += factor * dy;
        forces[place + 2] += factor * dz;
    }

    /** Velocities and accelerations of all molecules, of which a rank uses its own. */
    static final class Motion {
        private final double[] velocities;
        private final double[] accelerations;

        Motion(int length) {
            velocities = new double[length];
            accelerations = new double[length];
        }

        /** Moves molecules by their velocities and accelerations. */
        void predict(double[] x, int first, int end) {
            for (int i = NUMBERS * first; i < NUMBERS * end; i++) {
                x[i] += STEP * velocities[i] + STEP * STEP / 2 * accelerations[i];
                velocities[i] += STEP * accelerations[i];
            }
        }

        /** Corrects velocities and accelerations by the forces at the new positions. */
        void correct(double[] forces, int first, int end) {
            for (int i = NUMBERS * first; i < NUMBERS * end; i++) {
                double acceleration = ACCELERATION * forces[i] / MASS[i % NUMBERS / 3];
                velocities[i] += STEP / 2 * (acceleration - accelerations[i]);
                accelerations[i] = acceleration;
            }
        }
    }

    /**
     * Compares positions and energy.
     *
     * <p>The force on an atom is a sum over n molecules. In another order it differs by 2 n u S at most, where u is
     * {@link Check#ROUNDING} and S the largest sum of absolute terms. k steps of length h move an atom of mass m apart
     * by (k h)^2 / 2 of the difference of its acceleration, and 2 k u times the edge of the cube for the rounding of
     * positions. Springs increase this by less than 1 + (h w)^2 &lt; 1.2 in a step, where w is the frequency of the
     * hydrogens: 8 covers that for 10 steps, and S at the start is doubled for the later steps.
     *
     * <p>The energy is a sum of n n / 2 terms. It differs by n n u times the sum of the absolute terms at most, and
     * by that of 9 n coordinates times S times their difference.
     */
    @Override
    public Check check(double[] expected, double[] result) {
        double n = molecules;
        double[] sums = new double[2];
        sum(sums);
        double force = 2 * sums[0];
        double acceleration = ACCELERATION / MASS[1] * 2 * n * Check.ROUNDING * force;
        double position = 8 * square(steps * STEP) / 2 * acceleration + 2 * steps * Check.ROUNDING * edge;
        double energy = n * n * Check.ROUNDING * 2 * sums[1] + NUMBERS * n * force * position;
        int last = expected.length - 1;
        return Check.within(position, Arrays.copyOf(expected, last), Arrays.copyOf(result, last))
                .and(Check.within(energy, new double[] {expected[last]}, new double[] {result[last]}));
    }

    /** Sets the largest sum of absolute forces on a coordinate at the start, and the sum of absolute energies. */
    private void sum(double[] sums) {
        double[] absolute = new double[start.length];
        for (int m = 0; m < molecules; m++) {
            for (int k = 0; k < partners(m); k++) {
                double[] forces = new double[2 * NUMBERS];
                double[] two = Arrays.copyOf(Arrays.copyOfRange(start, NUMBERS * m, NUMBERS * (m + 1)), 2 * NUMBERS);
                System.arraycopy(start, NUMBERS * partner(m, k), two, NUMBERS, NUMBERS);
                sums[1] += Math.abs(between(two, 0, 1, forces));
                for (int i = 0; i < NUMBERS; i++) {
                    absolute[NUMBERS * m + i] += Math.abs(forces[i]);
                    absolute[NUMBERS * partner(m, k) + i] += Math.abs(forces[NUMBERS + i]);
                }
            }
        }
        sums[0] = Arrays.stream(absolute).max().orElse(0) + SPRING;
    }
}

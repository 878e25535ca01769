package org.jmpi.bench.application;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jmpi.bench.ProgressBar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sequential solutions are right by themselves. */
@Timeout(60)
class ProblemsTest {
    private static final ProgressBar SILENT = ProgressBar.silent();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 16, 17, 33, 1000})
    void numbersAreSortedAsByTheSystem(int length) {
        Mergesort problem = new Mergesort(length);
        int[] expected = problem.numbers().clone();
        Arrays.sort(expected);
        assertEquals(Arrays.toString(expected), Arrays.toString(problem.solve(SILENT)));
    }

    /** The factors' product is the matrix. */
    @Test
    void theFactorsOfLuMultiplyToTheMatrix() {
        int n = 24;
        Lu lu = new Lu(n, 4);
        double[] factors = lu.solve(SILENT);
        double[] matrix = new double[n * n];
        for (int i = 0; i < n / 4; i++) for (int j = 0; j < n / 4; j++) lu.put(lu.block(i, j), i, j, matrix);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = i <= j ? factors[i * n + j] : 0;
                for (int k = 0; k < Math.min(i, j + 1); k++) sum += factors[i * n + k] * factors[k * n + j];
                assertEquals(matrix[i * n + j], sum, 1e-12, i + ", " + j);
            }
        }
    }

    /** The sum that defines the transform, for each point. */
    @Test
    void butterfliesTransform() {
        int n = 32;
        Fft fft = new Fft(n);
        double[] result = fft.solve(SILENT);
        for (int k = 0; k < n; k++) {
            double re = 0;
            double im = 0;
            for (int i = 0; i < n; i++) {
                double angle = -2 * Math.PI * i * k / n;
                re += fft.start()[2 * i] * Math.cos(angle) - fft.start()[2 * i + 1] * Math.sin(angle);
                im += fft.start()[2 * i] * Math.sin(angle) + fft.start()[2 * i + 1] * Math.cos(angle);
            }
            int place = Integer.reverse(k) >>> Integer.numberOfLeadingZeros(n) + 1;
            assertEquals(re, result[2 * place], 1e-12, "point " + k);
            assertEquals(im, result[2 * place + 1], 1e-12, "point " + k);
        }
    }

    private static double error(Network network, double[] weights) {
        double error = 0;
        for (int item = 0; item < network.items(); item++) {
            double difference = network.target(item) - network.forward(weights, item, new double[5]);
            error += difference * difference / 2;
        }
        return error;
    }

    /** The changes are the derivative of the error by each weight, with the opposite sign. */
    @Test
    void aNetworkLearnsAgainstTheSlopeOfItsError() {
        Network network = new Network(3, 5, 40, 1);
        double[] weights = network.start();
        double[] changes = new double[weights.length];
        network.train(weights, 0, network.items(), changes, SILENT);
        double step = 1e-5;
        for (int i = 0; i < weights.length; i++) {
            double[] above = weights.clone();
            double[] below = weights.clone();
            above[i] += step;
            below[i] -= step;
            assertEquals((error(network, below) - error(network, above)) / (2 * step), changes[i], 1e-8, "weight " + i);
        }
        assertTrue(error(network, network.solve(SILENT)) < error(network, weights));
    }

    /** So the forces are the derivative of the energy, and no force is lost. */
    @ParameterizedTest
    @CsvSource({"8, 3", "27, 40"})
    void forcesAreTheSlopeOfTheEnergy(int molecules, int place) {
        Water water = new Water(molecules, 1);
        double[] forces = new double[water.start().length];
        energy(water, water.start(), forces);
        double step = 1e-6;
        double[] above = water.start();
        double[] below = water.start();
        above[place] += step;
        below[place] -= step;
        double slope = (energy(water, above, forces.clone()) - energy(water, below, forces.clone())) / (2 * step);
        assertEquals(-slope, forces[place], 1e-3 * Math.abs(slope));
        for (int axis = 0; axis < 3; axis++) {
            double sum = 0;
            for (int i = axis; i < forces.length; i += 3) sum += forces[i];
            assertEquals(0, sum, 1e-8);
        }
    }

    private static double energy(Water water, double[] x, double[] forces) {
        double energy = 0;
        for (int m = 0; m < water.molecules(); m++) energy += water.interact(x, m, forces);
        return energy;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 27})
    void eachPairOfMoleculesInteractsOnce(int molecules) {
        Water water = new Water(molecules, 1);
        Set<Set<Integer>> pairs = new HashSet<>();
        for (int m = 0; m < molecules; m++)
            for (int k = 0; k < water.partners(m); k++) assertTrue(pairs.add(Set.of(m, water.partner(m, k))));
        assertEquals(molecules * (molecules - 1) / 2, pairs.size());
    }

    /** A force that one rank has not added is more than rounding. */
    @Test
    void theBoundsAreSmall() {
        Water water = new Water(64, 5);
        double[] expected = water.solve(SILENT);
        for (int place : new int[] {0, 100, expected.length - 1}) {
            double[] wrong = expected.clone();
            wrong[place] += place == expected.length - 1 ? 1e-2 : 1e-6;
            assertFalse(water.check(expected, wrong).passed(), "place " + place);
        }
        Network network = new Network(9, 40, 1000, 5);
        double[] weights = network.solve(SILENT);
        double[] wrong = weights.clone();
        wrong[7] += 1e-6;
        assertFalse(network.check(weights, wrong).passed());
    }

    @ParameterizedTest
    @CsvSource({"4, 10", "4, 40", "8, 100", "1, 100", "3, 0"})
    void someEdgesOfAGraphLeadToOtherRanks(int ranks, int percent) {
        Em3d em3d = new Em3d(800, 20, percent, ranks, 1);
        int remote = 0;
        for (int node = 0; node < 400; node++)
            for (int neighbour : em3d.electric().neighbours()[node])
                if (em3d.parts().owner(node) != em3d.parts().owner(neighbour)) remote++;
        assertEquals(ranks == 1 ? 0 : percent, remote / 80.0, 2);
    }

    /** The sum of all iterations is that of the program {@code mandelbrot}. */
    @Test
    void thePictureOfTheWholeSetIsKnown() {
        int[] image = new MandelbrotPicture(512, 1000).solve(SILENT);
        assertEquals(65_002_188, Arrays.stream(image).asLongStream().sum());
    }
}

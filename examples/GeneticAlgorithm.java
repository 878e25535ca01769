import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import javax.imageio.ImageIO;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Searches for a short round trip through cities by a genetic algorithm. Each rank is an island with a population of
 * trips. From time to time the best trip of an island travels to the next one.
 *
 * <p>Shows Sendrecv round a ring, and MINLOC, which finds the rank of the shortest trip.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/GeneticAlgorithm.java [CITIES [GENERATIONS [FILE.png]]]}
 */
public class GeneticAlgorithm {
    private static final int POPULATION = 60;
    private static final int TRAVEL = 20; // generations between two travels
    private static final int PIXELS = 300;

    private final double[] cities; // x and y of each
    private final Random random;
    private final int[][] trips = new int[POPULATION][];

    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        int count = own.length > 0 ? Integer.parseInt(own[0]) : 50;
        int generations = own.length > 1 ? Integer.parseInt(own[1]) : 2000;
        File file = new File(own.length > 2 ? own[2] : "trip.png");

        double[] cities = new Random(3).doubles(2L * count).toArray(); // the same at every rank
        int[] trip = shortest(MPI.COMM_WORLD, cities, generations);
        if (MPI.COMM_WORLD.Rank() == 0) {
            ImageIO.write(picture(cities, trip), "png", file);
            System.out.printf("a trip of length %.4f through %d cities: see %s%n", length(cities, trip), count, file);
        }
        MPI.Finalize();
    }

    /** Returns the shortest trip that all ranks have found, the same at every rank. */
    static int[] shortest(Intracomm comm, double[] cities, int generations) {
        int next = (comm.Rank() + 1) % comm.Size();
        int previous = (comm.Rank() + comm.Size() - 1) % comm.Size();
        int count = cities.length / 2;
        GeneticAlgorithm island = new GeneticAlgorithm(cities, comm.Rank());
        for (int generation = 1; generation <= generations; generation++) {
            island.breed();
            if (generation % TRAVEL != 0) continue;
            int[] guest = new int[count];
            comm.Sendrecv(island.trips[0], 0, count, MPI.INT, next, 0, guest, 0, count, MPI.INT, previous, 0);
            island.trips[POPULATION - 1] = guest;
            island.sort();
        }

        int[] best = island.trips[0];
        // MINLOC compares pairs of a value and an index: the least length, and the rank that has it.
        double[] lengthAndRank = {length(cities, best), comm.Rank()};
        comm.Allreduce(MPI.IN_PLACE, 0, lengthAndRank, 0, 1, MPI.DOUBLE2, MPI.MINLOC);
        comm.Bcast(best, 0, count, MPI.INT, (int) lengthAndRank[1]);
        return best;
    }

    private GeneticAlgorithm(double[] cities, int seed) {
        this.cities = cities;
        random = new Random(seed);
        for (int i = 0; i < POPULATION; i++) trips[i] = randomTrip();
        sort();
    }

    private int[] randomTrip() {
        int[] trip = new int[cities.length / 2];
        for (int i = 1; i < trip.length; i++) { // the n-th city goes to a random place among the first n
            int place = random.nextInt(i + 1);
            trip[i] = trip[place];
            trip[place] = i;
        }
        return trip;
    }

    /** Sorts the trips, the shortest first. */
    private void sort() {
        Arrays.sort(trips, Comparator.comparingDouble(trip -> length(cities, trip)));
    }

    /** Replaces the longer half of the trips by children of the shorter half. */
    private void breed() {
        for (int i = POPULATION / 2; i < POPULATION; i++) {
            int[] child = child(trips[random.nextInt(POPULATION / 2)], trips[random.nextInt(POPULATION / 2)]);
            reversePart(child);
            trips[i] = child;
        }
        sort();
    }

    /** Returns a part of the mother's trip, and then the other cities in the father's order. */
    private int[] child(int[] mother, int[] father) {
        int first = random.nextInt(mother.length);
        int length = 1 + random.nextInt(mother.length - first);
        int[] child = Arrays.copyOfRange(mother, first, first + mother.length);
        boolean[] visited = new boolean[mother.length];
        for (int i = 0; i < length; i++) visited[child[i]] = true;
        for (int city : father) if (!visited[city]) child[length++] = city;
        return child;
    }

    private void reversePart(int[] trip) {
        int low = random.nextInt(trip.length);
        int high = random.nextInt(trip.length);
        for (; low < high; low++, high--) {
            int city = trip[low];
            trip[low] = trip[high];
            trip[high] = city;
        }
    }

    static double length(double[] cities, int[] trip) {
        double length = 0;
        for (int i = 0; i < trip.length; i++) {
            int from = 2 * trip[i];
            int to = 2 * trip[(i + 1) % trip.length];
            length += Math.hypot(cities[to] - cities[from], cities[to + 1] - cities[from + 1]);
        }
        return length;
    }

    private static BufferedImage picture(double[] cities, int[] trip) {
        BufferedImage image = new BufferedImage(PIXELS, PIXELS, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, PIXELS, PIXELS);
        graphics.setStroke(new BasicStroke(2));
        for (int i = 0; i < trip.length; i++) {
            int from = 2 * trip[i];
            int to = 2 * trip[(i + 1) % trip.length];
            graphics.setColor(new Color(0x3070b0));
            graphics.drawLine(pixel(cities[from]), pixel(cities[from + 1]), pixel(cities[to]), pixel(cities[to + 1]));
            graphics.setColor(new Color(0xc04030));
            graphics.fillOval(pixel(cities[from]) - 4, pixel(cities[from + 1]) - 4, 9, 9);
        }
        graphics.dispose();
        return image;
    }

    private static int pixel(double x) {
        return (int) (10 + x * (PIXELS - 20));
    }
}

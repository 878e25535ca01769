import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Groups points into clusters by the method of k-means, and draws the clusters.
 *
 * <p>Shows Bcast, and one Allreduce for several sums: each iteration needs one message, whatever the number of points.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/KMeans.java [POINTS_PER_RANK [CLUSTERS [FILE.png]]]}
 */
public class KMeans {
    private static final int PIXELS = 300;

    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        int count = own.length > 0 ? Integer.parseInt(own[0]) : 5000;
        int clusters = own.length > 1 ? Integer.parseInt(own[1]) : 5;
        File file = new File(own.length > 2 ? own[2] : "kmeans.png");

        double[] points = points(MPI.COMM_WORLD.Rank(), count);
        double[] centres = centres(MPI.COMM_WORLD, points, clusters);

        boolean root = MPI.COMM_WORLD.Rank() == 0;
        double[] all = root ? new double[2 * count * MPI.COMM_WORLD.Size()] : null;
        MPI.COMM_WORLD.Gather(points, 0, 2 * count, MPI.DOUBLE, all, 0, 2 * count, MPI.DOUBLE, 0);
        if (root) {
            ImageIO.write(picture(all, centres), "png", file);
            for (int i = 0; i < centres.length; i += 2)
                System.out.printf("centre at %.3f, %.3f%n", centres[i], centres[i + 1]);
            System.out.println("see " + file);
        }
        MPI.Finalize();
    }

    /** Returns x and y of some points of a rank, scattered around five places. */
    static double[] points(int rank, int count) {
        double[][] places = {{0.2, 0.25}, {0.75, 0.2}, {0.5, 0.5}, {0.25, 0.8}, {0.8, 0.75}};
        Random random = new Random(rank);
        double[] points = new double[2 * count];
        for (int i = 0; i < points.length; i++)
            points[i] = places[i / 2 % places.length][i % 2] + 0.07 * random.nextGaussian();
        return points;
    }

    /** Returns x and y of each cluster's centre, the same at every rank. The first points of rank 0 are the start. */
    static double[] centres(Intracomm comm, double[] points, int clusters) {
        double[] centres = Arrays.copyOf(points, 2 * clusters);
        comm.Bcast(centres, 0, 2 * clusters, MPI.DOUBLE, 0);
        while (true) {
            double[] sums = new double[3 * clusters]; // x, y and the number of points of each cluster
            for (int i = 0; i < points.length; i += 2) {
                int nearest = nearest(points, i, centres);
                sums[3 * nearest] += points[i];
                sums[3 * nearest + 1] += points[i + 1];
                sums[3 * nearest + 2]++;
            }
            comm.Allreduce(MPI.IN_PLACE, 0, sums, 0, sums.length, MPI.DOUBLE, MPI.SUM);

            double moved = 0;
            for (int i = 0; i < centres.length; i++) {
                double members = sums[3 * (i / 2) + 2];
                double centre = members == 0 ? centres[i] : sums[3 * (i / 2) + i % 2] / members;
                moved = Math.max(moved, Math.abs(centre - centres[i]));
                centres[i] = centre;
            }
            if (moved < 1e-9) return centres; // the same sums and so the same decision at every rank
        }
    }

    private static int nearest(double[] points, int at, double[] centres) {
        int nearest = 0;
        double least = Double.MAX_VALUE;
        for (int cluster = 0; cluster < centres.length / 2; cluster++) {
            double distance = Math.hypot(points[at] - centres[2 * cluster], points[at + 1] - centres[2 * cluster + 1]);
            if (distance < least) {
                least = distance;
                nearest = cluster;
            }
        }
        return nearest;
    }

    private static BufferedImage picture(double[] points, double[] centres) {
        BufferedImage image = new BufferedImage(PIXELS, PIXELS, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < points.length; i += 2) {
            float hue = (float) nearest(points, i, centres) / (centres.length / 2);
            dot(image, points, i, 1, Color.HSBtoRGB(hue, 0.6f, 0.9f));
        }
        for (int i = 0; i < centres.length; i += 2) dot(image, centres, i, 9, 0xffffff);
        return image;
    }

    private static void dot(BufferedImage image, double[] points, int at, int width, int colour) {
        int left = (int) (points[at] * PIXELS) - width / 2;
        int top = (int) (points[at + 1] * PIXELS) - width / 2;
        for (int y = Math.max(0, top); y < Math.min(PIXELS, top + width); y++)
            for (int x = Math.max(0, left); x < Math.min(PIXELS, left + width); x++) image.setRGB(x, y, colour);
    }
}

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Moves bodies around a heavy centre by their gravity, and draws frames of an animation.
 *
 * <p>Shows Allgatherv: each rank moves its share of the bodies and then gets the positions of all. The ranks draw the
 * frames in turn, because each has all positions.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/NBody.java [BODIES [FRAMES [FOLDER]]]}
 */
public class NBody {
    private static final int STEPS_PER_FRAME = 10;
    private static final double STEP = 0.002;
    private static final int PIXELS = 240;

    private final double[] mass;
    private final double[] position; // x and y of each body
    private final double[] velocity;

    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        int bodies = own.length > 0 ? Integer.parseInt(own[0]) : 1000;
        int frames = own.length > 1 ? Integer.parseInt(own[1]) : 30;
        File folder = new File(own.length > 2 ? own[2] : "nbody");
        folder.mkdirs();

        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        NBody world = new NBody(bodies);
        for (int frame = 0; frame < frames; frame++) {
            if (frame % size == rank) world.draw(new File(folder, "frame-%03d.png".formatted(frame)));
            world.move(MPI.COMM_WORLD, STEPS_PER_FRAME);
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) System.out.println(bodies + " bodies, " + frames + " frames: see " + folder);
        MPI.Finalize();
    }

    /** Makes a bar of bodies, which winds up into a spiral. Every rank makes the same one. */
    NBody(int bodies) {
        mass = new double[bodies];
        position = new double[2 * bodies];
        velocity = new double[2 * bodies];
        mass[0] = 1;
        Random random = new Random(1);
        for (int i = 1; i < bodies; i++) {
            mass[i] = 0.02 / bodies;
            double radius = 0.2 + 0.8 * Math.sqrt(random.nextDouble());
            double angle = i % 2 * Math.PI + 0.2 * random.nextGaussian();
            double speed = Math.sqrt(1 / radius);
            position[2 * i] = radius * Math.cos(angle);
            position[2 * i + 1] = radius * Math.sin(angle);
            velocity[2 * i] = -speed * Math.sin(angle);
            velocity[2 * i + 1] = speed * Math.cos(angle);
        }
    }

    /** Moves all bodies and returns their positions, the same at every rank. */
    double[] move(Intracomm comm, int steps) {
        int size = comm.Size();
        int[] counts = new int[size];
        int[] starts = new int[size];
        for (int rank = 0; rank < size; rank++) {
            starts[rank] = 2 * (mass.length * rank / size);
            counts[rank] = 2 * (mass.length * (rank + 1) / size) - starts[rank];
        }
        int first = starts[comm.Rank()] / 2;
        int last = first + counts[comm.Rank()] / 2;
        for (int step = 0; step < steps; step++) {
            for (int i = first; i < last; i++) accelerate(i);
            for (int i = 2 * first; i < 2 * last; i++) position[i] += STEP * velocity[i];
            // In place: this rank's part of the array is already there, and those of the others come in.
            comm.Allgatherv(MPI.IN_PLACE, 0, 0, MPI.DOUBLE, position, 0, counts, starts, MPI.DOUBLE);
        }
        return position;
    }

    private void accelerate(int i) {
        double ax = 0;
        double ay = 0;
        for (int j = 0; j < mass.length; j++) {
            double dx = position[2 * j] - position[2 * i];
            double dy = position[2 * j + 1] - position[2 * i + 1];
            double square = dx * dx + dy * dy + 1e-4; // softened: bodies that meet do not fly apart
            double pull = mass[j] / (square * Math.sqrt(square));
            ax += pull * dx;
            ay += pull * dy;
        }
        velocity[2 * i] += STEP * ax;
        velocity[2 * i + 1] += STEP * ay;
    }

    private void draw(File file) throws IOException {
        BufferedImage image = new BufferedImage(PIXELS, PIXELS, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < mass.length; i++) {
            int x = (int) ((position[2 * i] / 1.25 + 1) * PIXELS / 2);
            int y = (int) ((position[2 * i + 1] / 1.25 + 1) * PIXELS / 2);
            if (x >= 0 && x < PIXELS - 1 && y >= 0 && y < PIXELS - 1)
                image.setRGB(x, y, 2, 2, new int[] {0xffffff, 0xc0c0c0, 0xc0c0c0, 0x808080}, 0, 2);
        }
        ImageIO.write(image, "png", file);
    }
}

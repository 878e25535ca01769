import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Finds the edges in a picture by Sobel's filter. Without a picture it draws one first.
 *
 * <p>Shows Scatterv and Gatherv: rank 0 reads the picture, gives each rank its rows, and collects the results.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/ImageFilter.java [OUTPUT.png [INPUT]]}
 */
public class ImageFilter {
    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        File file = new File(own.length > 0 ? own[0] : "edges.png");
        boolean root = MPI.COMM_WORLD.Rank() == 0;

        BufferedImage input = null;
        if (root) input = own.length > 1 ? ImageIO.read(new File(own[1])) : discs(200);
        int[] shape = root ? new int[] {input.getWidth(), input.getHeight()} : new int[2];
        MPI.COMM_WORLD.Bcast(shape, 0, 2, MPI.INT, 0);
        int[] grey = root ? grey(input) : null;
        int[] edges = edges(MPI.COMM_WORLD, grey, shape[0], shape[1]);

        if (root) {
            BufferedImage output = new BufferedImage(2 * shape[0], shape[1], BufferedImage.TYPE_BYTE_GRAY);
            output.getRaster().setPixels(0, 0, shape[0], shape[1], grey);
            output.getRaster().setPixels(shape[0], 0, shape[0], shape[1], edges);
            ImageIO.write(output, "png", file);
            System.out.println("the picture and its edges: " + file);
        }
        MPI.Finalize();
    }

    /** Returns the edges of rank 0's picture at rank 0, and null at the others. All ranks pass width and height. */
    static int[] edges(Intracomm comm, int[] grey, int width, int height) {
        int rank = comm.Rank();
        int size = comm.Size();
        int[] starts = new int[size];
        int[] counts = new int[size];
        for (int i = 0; i < size; i++) {
            starts[i] = height * i / size * width;
            counts[i] = height * (i + 1) / size * width - starts[i];
        }
        int rows = counts[rank] / width;
        int[] mine = new int[(rows + 2) * width]; // with a row of the neighbours above and below
        comm.Scatterv(grey, 0, counts, starts, MPI.INT, mine, width, counts[rank], MPI.INT, 0);

        int above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int below = rank < size - 1 ? rank + 1 : MPI.PROC_NULL;
        int after = (rows + 1) * width;
        comm.Sendrecv(mine, after - width, width, MPI.INT, below, 1, mine, 0, width, MPI.INT, above, 1);
        comm.Sendrecv(mine, width, width, MPI.INT, above, 2, mine, after, width, MPI.INT, below, 2);
        if (rank == 0) System.arraycopy(mine, width, mine, 0, width); // the picture ends here
        if (rank == size - 1) System.arraycopy(mine, after - width, mine, after, width);

        int[] filtered = new int[rows * width];
        for (int i = 0; i < filtered.length; i++) filtered[i] = sobel(mine, width, i / width + 1, i % width);
        int[] all = rank == 0 ? new int[width * height] : null;
        comm.Gatherv(filtered, 0, counts[rank], MPI.INT, all, 0, counts, starts, MPI.INT, 0);
        return all;
    }

    /** Returns how much a pixel differs from its neighbours, from 0 to 255. */
    static int sobel(int[] grey, int width, int row, int column) {
        int left = Math.max(column - 1, 0);
        int right = Math.min(column + 1, width - 1);
        int above = (row - 1) * width;
        int at = row * width;
        int below = (row + 1) * width;
        int x = grey[above + right] + 2 * grey[at + right] + grey[below + right]
                - grey[above + left] - 2 * grey[at + left] - grey[below + left];
        int y = grey[below + left] + 2 * grey[below + column] + grey[below + right]
                - grey[above + left] - 2 * grey[above + column] - grey[above + right];
        return Math.min(255, (int) Math.hypot(x, y));
    }

    private static int[] grey(BufferedImage image) {
        int width = image.getWidth();
        int[] grey = new int[width * image.getHeight()];
        for (int i = 0; i < grey.length; i++) {
            Color colour = new Color(image.getRGB(i % width, i / width));
            grey[i] = (299 * colour.getRed() + 587 * colour.getGreen() + 114 * colour.getBlue()) / 1000;
        }
        return grey;
    }

    private static BufferedImage discs(int size) {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                int shade = 40 + 60 * x / size;
                for (int disc = 0; disc < 6; disc++) {
                    double angle = disc * Math.PI / 3;
                    double dx = x - size * (0.5 + 0.28 * Math.cos(angle));
                    double dy = y - size * (0.5 + 0.28 * Math.sin(angle));
                    if (Math.hypot(dx, dy) < size * 0.17) shade = 110 + 25 * disc;
                }
                image.setRGB(x, y, new Color(shade, shade, shade).getRGB());
            }
        return image;
    }
}

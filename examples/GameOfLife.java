import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Plays Conway's game of life on a torus, and draws the last generation.
 *
 * <p>Shows Isend and Irecv: the inner rows are computed while the rows of the neighbours are on their way.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/GameOfLife.java [SIZE [GENERATIONS [FILE.png]]]}
 */
public class GameOfLife {
    private static final int ZOOM = 2;

    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        int size = own.length > 0 ? Integer.parseInt(own[0]) : 160;
        int generations = own.length > 1 ? Integer.parseInt(own[1]) : 1000;
        File file = new File(own.length > 2 ? own[2] : "life.png");

        byte[] board = play(MPI.COMM_WORLD, soup(size), size, generations);
        if (MPI.COMM_WORLD.Rank() == 0) {
            ImageIO.write(picture(board, size), "png", file);
            int alive = 0;
            for (byte cell : board) alive += cell;
            System.out.println("generation " + generations + ": " + alive + " cells are alive, see " + file);
        }
        MPI.Finalize();
    }

    /** Returns a random board, the same at every rank. */
    static byte[] soup(int size) {
        Random random = new Random(7);
        byte[] board = new byte[size * size];
        for (int i = 0; i < board.length; i++) board[i] = (byte) (random.nextInt(4) == 0 ? 1 : 0);
        return board;
    }

    /** Returns the board after some generations at rank 0, and null at the others; each rank has at least one row. */
    static byte[] play(Intracomm comm, byte[] board, int size, int generations) {
        int rank = comm.Rank();
        int ranks = comm.Size();
        int[] starts = new int[ranks];
        int[] counts = new int[ranks];
        for (int i = 0; i < ranks; i++) {
            starts[i] = size * i / ranks * size;
            counts[i] = size * (i + 1) / ranks * size - starts[i];
        }
        int rows = counts[rank] / size;
        int above = (rank + ranks - 1) % ranks;
        int below = (rank + 1) % ranks;
        byte[] now = new byte[(rows + 2) * size]; // with a halo row above and below
        byte[] next = new byte[now.length];
        System.arraycopy(board, starts[rank], now, size, counts[rank]);

        for (int generation = 0; generation < generations; generation++) {
            // Two tags, because with two ranks the one above is also the one below.
            Request[] halo = {
                comm.Irecv(now, 0, size, MPI.BYTE, above, 1),
                comm.Irecv(now, (rows + 1) * size, size, MPI.BYTE, below, 2),
                comm.Isend(now, rows * size, size, MPI.BYTE, below, 1),
                comm.Isend(now, size, size, MPI.BYTE, above, 2)
            };
            for (int row = 2; row < rows; row++) update(now, next, row, size);
            Request.Waitall(halo);
            update(now, next, 1, size);
            update(now, next, rows, size);
            byte[] last = now;
            now = next;
            next = last;
        }

        byte[] all = rank == 0 ? new byte[size * size] : null;
        comm.Gatherv(now, size, counts[rank], MPI.BYTE, all, 0, counts, starts, MPI.BYTE, 0);
        return all;
    }

    private static void update(byte[] now, byte[] next, int row, int size) {
        for (int column = 0; column < size; column++) {
            int left = (column + size - 1) % size;
            int right = (column + 1) % size;
            int around = 0;
            for (int line = (row - 1) * size; line <= (row + 1) * size; line += size)
                around += now[line + left] + now[line + column] + now[line + right];
            int i = row * size + column;
            around -= now[i];
            next[i] = (byte) (around == 3 || around == 2 && now[i] == 1 ? 1 : 0);
        }
    }

    private static BufferedImage picture(byte[] board, int size) {
        BufferedImage image = new BufferedImage(ZOOM * size, ZOOM * size, BufferedImage.TYPE_BYTE_BINARY);
        for (int y = 0; y < ZOOM * size; y++)
            for (int x = 0; x < ZOOM * size; x++)
                if (board[y / ZOOM * size + x / ZOOM] == 0) image.setRGB(x, y, 0xffffff);
        return image;
    }
}

package org.jmpi.dist;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpi.MPI;

/** A program of two ranks that send each other a text, in a short message and in a long one. */
public final class TextProgram {
    /** What is sent; a long message repeats it. */
    static final String TEXT = "for the eyes of these two ranks ";

    private static final int[] REPETITIONS = {1, 1 << 14};

    private TextProgram() {}

    /**
     * Runs one rank.
     *
     * @param args of no use
     */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        for (int repetitions : REPETITIONS) {
            byte[] sent = TEXT.repeat(repetitions).getBytes(StandardCharsets.US_ASCII);
            byte[] received = new byte[sent.length];
            MPI.COMM_WORLD.Sendrecv(
                    sent, 0, sent.length, MPI.BYTE, 1 - rank, 0, received, 0, sent.length, MPI.BYTE, 1 - rank, 0);
            String result = Arrays.equals(sent, received) ? "the text" : "another text";
            System.out.println("rank " + rank + " has received " + result + " in " + received.length + " bytes");
        }
        MPI.Finalize();
    }
}

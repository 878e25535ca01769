package org.jmpi.bench;

import java.util.Random;
import mpi.MPI;
import mpi.Request;

/**
 * Many messages from rank 1 to rank 0, each with a tag and a number of its own: rank 0 has posted the receives for all
 * of them before the first comes, or all have come before it receives the first.
 *
 * <pre>
 *   expected                          unexpected
 *   rank 0           rank 1           rank 0           rank 1
 *     | receives of all |               | ----- go -----> |
 *     | ----- go -----> |               | &lt;---- data ---- |  tags in ascending order
 *     | &lt;---- data ---- |  tags in      | &lt;---- data ---- |
 *     | &lt;---- data ---- |  random       | &lt;---- last ---- |
 *     | waits for all   |  order        | receives all, in random order of tags
 * </pre>
 *
 * Rank 0 holds the clock: from the first receive of a tag that it posts to the last that is complete. Each message
 * counts 132 bytes against {@code jmpi.eager.window}. Messages beyond half of the window may be announced only, and
 * then their receives take a round trip each.
 */
final class Backlog {
    private static final int SENDER = 1;
    private static final int RECEIVER = 0;
    private static final int TAG_GO = 1;

    private final boolean receives = MPI.COMM_WORLD.Rank() == RECEIVER;
    private final int depth;
    private final int[] tags;
    private final int[] numbers;
    private final Request[] requests;
    private final byte[] signal = new byte[1];
    private long nanos;
    private int wrong;

    /** Prepares for so many messages at a time. */
    Backlog(int depth) throws Exception {
        this.depth = depth;
        requests = new Request[depth];
        tags = shuffled(depth);
        numbers = new int[depth];
        for (int tag = 0; tag < depth; tag++) numbers[tag] = numberOf(tag);
    }

    private static int[] shuffled(int depth) {
        Random random = new Random(depth);
        int[] tags = new int[depth];
        for (int i = 0; i < depth; i++) {
            int at = random.nextInt(i + 1);
            tags[i] = tags[at];
            tags[at] = i;
        }
        return tags;
    }

    private static int numberOf(int tag) {
        return ~tag;
    }

    int depth() {
        return depth;
    }

    /** Returns how long rank 0 has received so far. */
    long nanos() {
        return nanos;
    }

    /** Returns how many receives got another message than their own. */
    int wrong() {
        return wrong;
    }

    /** Passes all messages once; the receives of all are posted before the first comes. */
    void expected() throws Exception {
        if (receives) receiveExpected();
        else {
            MPI.COMM_WORLD.Recv(signal, 0, 1, MPI.BYTE, RECEIVER, TAG_GO);
            for (int tag : tags) MPI.COMM_WORLD.Send(numbers, tag, 1, MPI.INT, RECEIVER, tag);
        }
    }

    private void receiveExpected() throws Exception {
        long start = System.nanoTime();
        for (int tag = 0; tag < depth; tag++)
            requests[tag] = MPI.COMM_WORLD.Irecv(numbers, tag, 1, MPI.INT, SENDER, tag);
        MPI.COMM_WORLD.Send(signal, 0, 1, MPI.BYTE, SENDER, TAG_GO);
        Request.Waitall(requests);
        nanos += System.nanoTime() - start;
        check();
    }

    /** Passes all messages once; all have come before the first is received. */
    void unexpected() throws Exception {
        if (receives) receiveUnexpected();
        else {
            MPI.COMM_WORLD.Recv(signal, 0, 1, MPI.BYTE, RECEIVER, TAG_GO);
            // One that finds no credit is only announced, and Send would wait for its receive.
            for (int tag = 0; tag < depth; tag++)
                requests[tag] = MPI.COMM_WORLD.Isend(numbers, tag, 1, MPI.INT, RECEIVER, tag);
            MPI.COMM_WORLD.Send(signal, 0, 1, MPI.BYTE, RECEIVER, depth);
            Request.Waitall(requests);
        }
    }

    private void receiveUnexpected() throws Exception {
        MPI.COMM_WORLD.Send(signal, 0, 1, MPI.BYTE, SENDER, TAG_GO);
        MPI.COMM_WORLD.Recv(signal, 0, 1, MPI.BYTE, SENDER, depth);
        long start = System.nanoTime();
        for (int tag : tags) MPI.COMM_WORLD.Recv(numbers, tag, 1, MPI.INT, SENDER, tag);
        nanos += System.nanoTime() - start;
        check();
    }

    private void check() {
        for (int tag = 0; tag < depth; tag++) {
            if (numbers[tag] != numberOf(tag)) wrong++;
            numbers[tag] = 0;
        }
    }
}

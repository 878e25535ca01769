package org.jmpi.ibm.beyond.ccl;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Every collective operation of a communicator, with what is sent in one form and received in another. */
public final class AllCollectives {
    private static final int BASE = 7919;
    private static final int OFFSET = Form.OFFSET;

    private final Intracomm comm;
    private final Form out;
    private final Form in;
    private final int me;
    private final int ranks;

    AllCollectives(Intracomm comm, Form out, Form in) {
        this.comm = comm;
        this.out = out;
        this.in = in;
        this.me = comm.Rank();
        this.ranks = comm.Size();
    }

    /** Checks all operations on blocks of {@code count} ints. */
    public static void check(Intracomm comm, int count, int root) {
        new AllCollectives(comm, Form.INTS, Form.INTS).check(count, root);
    }

    /** Checks all operations on blocks of so many elements, times those of both forms. */
    void check(int count, int root) {
        comm.Barrier();
        bcast(count, root);
        gather(count, root);
        gatherv(new Uneven(ranks, count), root);
        scatter(count, root);
        scatterv(new Uneven(ranks, count), root);
        allgather(count);
        allgatherv(new Uneven(ranks, count));
        alltoall(count);
        alltoallv(new Uneven(ranks, count));
        reductions(count, root);
    }

    /** Blocks of different lengths, in the opposite order of ranks, with a gap behind each. */
    private record Uneven(int ranks, int most) {
        int count(int rank) {
            return most == 0 ? 0 : (most + 5 * rank) % (most + 1);
        }

        int[] counts(int unit) {
            return IntStream.range(0, ranks).map(rank -> count(rank) * unit).toArray();
        }

        int[] displs(int unit) {
            return IntStream.range(0, ranks)
                    .map(rank -> (ranks - 1 - rank) * (most + 1) * unit)
                    .toArray();
        }

        int items(int unit) {
            return ranks * (most + 1) * unit;
        }
    }

    /** Returns items sent per element of a block: so many that sent and received elements are as many. */
    private int sent() {
        return in.elements();
    }

    private int received() {
        return out.elements();
    }

    private static IntUnaryOperator of(int rank) {
        return k -> BASE * rank + k;
    }

    private static IntUnaryOperator of(int from, int to) {
        return k -> BASE * from + 31 * to + k;
    }

    private int[] block(int count) {
        return out.filled(count * sent(), of(me));
    }

    private void bcast(int count, int root) {
        if (me == root) {
            int[] block = block(count);
            comm.Bcast(block, OFFSET, count * sent(), out.type(), root);
            Check.equal(block(count), block, "buffer of the root of Bcast");
        } else {
            int[] room = in.room(count * received());
            comm.Bcast(room, OFFSET, count * received(), in.type(), root);
            Check.equal(in.filled(count * received(), of(root)), room, "Bcast of " + count);
        }
    }

    /** Returns what a rank has when it has every rank's block. */
    private int[] all(int count) {
        int[] expected = in.room(ranks * count * received());
        for (int rank = 0; rank < ranks; rank++)
            in.put(expected, rank * count * received(), count * received(), of(rank));
        return expected;
    }

    private void gather(int count, int root) {
        int[] room = in.room(ranks * count * received());
        comm.Gather(
                block(count), OFFSET, count * sent(), out.type(), room, OFFSET, count * received(), in.type(), root);
        Check.equal(me == root ? all(count) : in.room(ranks * count * received()), room, "Gather of " + count);
    }

    private void allgather(int count) {
        int[] room = in.room(ranks * count * received());
        comm.Allgather(block(count), OFFSET, count * sent(), out.type(), room, OFFSET, count * received(), in.type());
        Check.equal(all(count), room, "Allgather of " + count);
    }

    private int[] all(Uneven blocks) {
        int[] expected = in.room(blocks.items(received()));
        for (int rank = 0; rank < ranks; rank++)
            in.put(expected, blocks.displs(received())[rank], blocks.counts(received())[rank], of(rank));
        return expected;
    }

    private void gatherv(Uneven blocks, int root) {
        int[] room = in.room(blocks.items(received()));
        int[] counts = blocks.counts(received());
        int[] displs = blocks.displs(received());
        int own = blocks.count(me);
        comm.Gatherv(block(own), OFFSET, own * sent(), out.type(), room, OFFSET, counts, displs, in.type(), root);
        Check.equal(me == root ? all(blocks) : in.room(blocks.items(received())), room, "Gatherv of " + blocks);
    }

    private void allgatherv(Uneven blocks) {
        int[] room = in.room(blocks.items(received()));
        int[] counts = blocks.counts(received());
        int[] displs = blocks.displs(received());
        int own = blocks.count(me);
        comm.Allgatherv(block(own), OFFSET, own * sent(), out.type(), room, OFFSET, counts, displs, in.type());
        Check.equal(all(blocks), room, "Allgatherv of " + blocks);
    }

    /** Returns blocks for every rank. */
    private int[] blocks(int from, int count) {
        int[] blocks = out.room(ranks * count * sent());
        for (int to = 0; to < ranks; to++) out.put(blocks, to * count * sent(), count * sent(), of(from, to));
        return blocks;
    }

    private int[] blocks(int from, Uneven uneven) {
        int[] blocks = out.room(uneven.items(sent()));
        for (int to = 0; to < ranks; to++)
            out.put(blocks, uneven.displs(sent())[to], uneven.counts(sent())[to], of(from, to));
        return blocks;
    }

    private void scatter(int count, int root) {
        int[] room = in.room(count * received());
        comm.Scatter(
                blocks(root, count),
                OFFSET,
                count * sent(),
                out.type(),
                room,
                OFFSET,
                count * received(),
                in.type(),
                root);
        Check.equal(in.filled(count * received(), of(root, me)), room, "Scatter of " + count);
    }

    private void scatterv(Uneven blocks, int root) {
        int own = blocks.count(me) * received();
        int[] room = in.room(own);
        int[] counts = blocks.counts(sent());
        int[] displs = blocks.displs(sent());
        comm.Scatterv(blocks(root, blocks), OFFSET, counts, displs, out.type(), room, OFFSET, own, in.type(), root);
        Check.equal(in.filled(own, of(root, me)), room, "Scatterv of " + blocks);
    }

    private void alltoall(int count) {
        int[] room = in.room(ranks * count * received());
        comm.Alltoall(
                blocks(me, count), OFFSET, count * sent(), out.type(), room, OFFSET, count * received(), in.type());
        int[] expected = in.room(ranks * count * received());
        for (int from = 0; from < ranks; from++)
            in.put(expected, from * count * received(), count * received(), of(from, me));
        Check.equal(expected, room, "Alltoall of " + count);
    }

    /** The block for a rank is as long at every sender: a rank receives blocks of one length, at different places. */
    private void alltoallv(Uneven blocks) {
        int[] room = in.room(blocks.items(received()));
        int own = blocks.count(me) * received();
        int[] counts = new int[ranks];
        Arrays.fill(counts, own);
        int[] displs = blocks.displs(received());
        comm.Alltoallv(
                blocks(me, blocks),
                OFFSET,
                blocks.counts(sent()),
                blocks.displs(sent()),
                out.type(),
                room,
                OFFSET,
                counts,
                displs,
                in.type());
        int[] expected = in.room(blocks.items(received()));
        for (int from = 0; from < ranks; from++) in.put(expected, displs[from], own, of(from, me));
        Check.equal(expected, room, "Alltoallv of " + blocks);
    }

    // ---- reductions ----

    /** Returns the sum of the blocks of the first ranks. */
    private static IntUnaryOperator sum(int first, int of) {
        return k -> BASE * (of * (of - 1) / 2) + of * (first + k);
    }

    private void reductions(int count, int root) {
        int[] operand = in.filled(count, of(me));
        int[] room = in.room(count);
        comm.Reduce(operand, OFFSET, room, OFFSET, count, in.type(), MPI.SUM, root);
        Check.equal(me == root ? in.filled(count, sum(0, ranks)) : in.room(count), room, "Reduce of " + count);
        room = in.room(count);
        comm.Allreduce(operand, OFFSET, room, OFFSET, count, in.type(), MPI.SUM);
        Check.equal(in.filled(count, sum(0, ranks)), room, "Allreduce of " + count);
        room = in.room(count);
        comm.Scan(operand, OFFSET, room, OFFSET, count, in.type(), MPI.SUM);
        Check.equal(in.filled(count, sum(0, me + 1)), room, "Scan of " + count);
        Check.equal(in.filled(count, of(me)), operand, "operand of reductions");
        reduceScatter(new Uneven(ranks, count));
    }

    private void reduceScatter(Uneven parts) {
        int[] counts = parts.counts(1);
        int before = Arrays.stream(counts, 0, me).sum();
        int[] operand = in.filled(Arrays.stream(counts).sum(), of(me));
        int[] room = in.room(counts[me]);
        comm.Reduce_scatter(operand, OFFSET, room, OFFSET, counts, in.type(), MPI.SUM);
        Check.equal(in.filled(counts[me], sum(before * in.elements(), ranks)), room, "Reduce_scatter of " + parts);
    }
}

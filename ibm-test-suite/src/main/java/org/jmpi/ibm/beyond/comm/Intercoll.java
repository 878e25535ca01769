package org.jmpi.ibm.beyond.comm;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intercomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** The collective operations between unequal groups: blocking, non-blocking and persistent, short and long blocks. */
public final class Intercoll {
    private final Intercomm inter;

    /** The rank in the world of this side's first rank, and of the other side's. */
    private final int own;

    private final int other;
    private final int me;
    private final int others;
    private final int count;

    private Intercoll(Intercomm inter, int first, int count) {
        boolean low = MPI.COMM_WORLD.Rank() < first;
        this.inter = inter;
        this.own = low ? 0 : first;
        this.other = low ? first : 0;
        this.me = inter.Rank();
        this.others = inter.Remote_size();
        this.count = count;
    }

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        for (int first = 1; first < MPI.COMM_WORLD.Size(); first++) {
            Intercomm inter = Sides.join(first);
            for (int count : new int[] {0, 1, 1000, 40_000}) {
                Intercoll program = new Intercoll(inter, first, count);
                program.unrooted();
                for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) program.rooted(root);
            }
            new Intercoll(inter, first, 3).objects();
            new Intercoll(inter, first, 3).underWay();
            inter.Free();
        }
        MPI.Finalize();
    }

    /** Returns what a rank of the world has. */
    private int[] data(int rank, int length) {
        return IntStream.range(0, length).map(i -> 1000 * rank + i).toArray();
    }

    private int[] ofOthers() {
        return IntStream.range(0, others)
                .flatMap(rank -> Arrays.stream(data(other + rank, count)))
                .toArray();
    }

    /** Returns the sums of what the other side has. */
    private int[] sums(int length) {
        int ranks = IntStream.range(0, others).map(rank -> other + rank).sum();
        return IntStream.range(0, length).map(i -> 1000 * ranks + others * i).toArray();
    }

    private void unrooted() {
        inter.Barrier();
        int[] all = new int[others * count];
        inter.Allgather(data(own + me, count), 0, count, MPI.INT, all, 0, count, MPI.INT);
        Check.equal(ofOthers(), all, "Allgather");
        int[] blocks = new int[others * count];
        int[] sent = data(own + me, others * count);
        inter.Alltoall(sent, 0, count, MPI.INT, blocks, 0, count, MPI.INT);
        for (int rank = 0; rank < others; rank++)
            Check.equal(
                    Arrays.copyOfRange(data(other + rank, (me + 1) * count), me * count, (me + 1) * count),
                    Arrays.copyOfRange(blocks, rank * count, (rank + 1) * count),
                    "Alltoall");
        int[] sum = new int[count];
        inter.Allreduce(data(own + me, count), 0, sum, 0, count, MPI.INT, MPI.SUM);
        Check.equal(sums(count), sum, "Allreduce");
        int length = count * others;
        int[] part = new int[length];
        int[] operand = data(own + me, length * inter.Size());
        inter.Reduce_scatter_block(operand, 0, part, 0, length, MPI.INT, MPI.SUM);
        int[] whole = sums(length * inter.Size());
        Check.equal(Arrays.copyOfRange(whole, me * length, (me + 1) * length), part, "Reduce_scatter_block");
    }

    /** @param worldRoot the root's rank in the world */
    private void rooted(int worldRoot) {
        boolean here = worldRoot >= own && worldRoot < own + inter.Size();
        boolean isRoot = worldRoot == own + me;
        int root = !here ? worldRoot - other : isRoot ? MPI.ROOT : MPI.PROC_NULL;
        int[] word = isRoot ? data(worldRoot, count) : new int[count];
        inter.Bcast(word, 0, count, MPI.INT, root);
        Check.equal(here && !isRoot ? new int[count] : data(worldRoot, count), word, "Bcast");
        int[] all = new int[isRoot ? others * count : 0];
        inter.Gather(here ? null : data(own + me, count), 0, count, MPI.INT, all, 0, count, MPI.INT, root);
        if (isRoot) Check.equal(ofOthers(), all, "Gather");
        int[] block = new int[count];
        int[] blocks = isRoot ? data(worldRoot, others * count) : null;
        inter.Scatter(blocks, 0, count, MPI.INT, block, 0, count, MPI.INT, root);
        if (!here) {
            int[] dealt = data(worldRoot, (me + 1) * count);
            Check.equal(Arrays.copyOfRange(dealt, me * count, (me + 1) * count), block, "Scatter");
        }
        int[] sum = new int[isRoot ? count : 0];
        inter.Reduce(here ? null : data(own + me, count), 0, sum, 0, count, MPI.INT, MPI.SUM, root);
        if (isRoot) Check.equal(sums(count), sum, "Reduce");
    }

    private void objects() {
        Object[] names = new Object[others];
        inter.Allgather(new Object[] {"rank " + (own + me)}, 0, 1, MPI.OBJECT, names, 0, 1, MPI.OBJECT);
        for (int rank = 0; rank < others; rank++) Check.equal("rank " + (other + rank), names[rank], "objects");
    }

    /** Starts many operations beside messages, also those that were prepared. */
    private void underWay() {
        int[][] sums = new int[10][count];
        Prequest prepared = inter.Allreduce_init(data(own + me, count), 0, sums[9], 0, count, MPI.INT, MPI.SUM);
        for (int round = 0; round < 5; round++) {
            Request[] requests = new Request[10 + 2 * others];
            int[][] received = new int[others][count];
            for (int i = 0; i < 9; i++)
                requests[i] = inter.Iallreduce(data(own + me, count), 0, sums[i], 0, count, MPI.INT, MPI.SUM);
            prepared.Start();
            requests[9] = prepared;
            for (int rank = 0; rank < others; rank++) {
                requests[10 + 2 * rank] = inter.Irecv(received[rank], 0, count, MPI.INT, rank, 1);
                requests[11 + 2 * rank] = inter.Isend(data(own + me, count), 0, count, MPI.INT, rank, 1);
            }
            Request.Waitall(requests);
            for (int[] sum : sums) Check.equal(sums(count), sum, "Iallreduce");
            for (int rank = 0; rank < others; rank++)
                Check.equal(data(other + rank, count), received[rank], "message beside operations");
            for (int[] sum : sums) Arrays.fill(sum, -1);
        }
        prepared.Free();
    }
}

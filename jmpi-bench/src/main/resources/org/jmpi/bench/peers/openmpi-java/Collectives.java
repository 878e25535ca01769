import java.util.Locale;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Does as collectives.c, with arrays. A block that is a part of an array there has an array of its own here. */
public final class Collectives {
    private enum Op {
        BARRIER, BCAST, REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN, GATHER, SCATTER, ALLGATHER, ALLTOALL, GATHERV,
        SCATTERV, ALLGATHERV, ALLTOALLV;

        boolean computes() {
            return ordinal() >= REDUCE.ordinal() && ordinal() <= EXSCAN.ordinal();
        }
    }

    private final Intracomm world = MPI.COMM_WORLD;
    private final int me = world.getRank();
    private final int ranks = world.getSize();
    private final CommandLine line;
    private final int[] equal = new int[ranks];
    private final int[] counts = new int[ranks];
    private final int[] displacements = new int[ranks];
    private final int[] crossCounts = new int[ranks];
    private final int[] crossDisplacements = new int[ranks];
    private Datatype type;
    private int length;
    private Object own;
    private Object out;
    private Object in;
    private int turn;

    private Collectives(CommandLine line) throws MPIException {
        this.line = line;
    }

    public static void main(String[] args) throws MPIException {
        CommandLine line = new CommandLine(MPI.Init(args));
        Collectives collectives = new Collectives(line);
        collectives.measure(Op.BARRIER, 0);
        for (Op op : Op.values())
            if (op != Op.BARRIER) for (int size : line.sizes()) collectives.measure(op, size);
        MPI.Finalize();
    }

    private int uneven(int rank) {
        return (int) (2L * length * (rank + 1) / (ranks + 1));
    }

    private Object room(Op op, int blocks) {
        int elements = Math.max(length, uneven(ranks - 1)) * blocks;
        return op.computes() ? new double[elements] : new byte[elements];
    }

    private void makeBlocks(Op op, int size) {
        int element = op.computes() ? Double.BYTES : 1;
        type = op.computes() ? MPI.DOUBLE : MPI.BYTE;
        length = op == Op.BARRIER ? 0 : Math.max(1, size / element);
        for (int rank = 0; rank < ranks; rank++) {
            equal[rank] = length;
            counts[rank] = uneven(rank);
            crossCounts[rank] = uneven((me + rank) % ranks);
            displacements[rank] = rank == 0 ? 0 : displacements[rank - 1] + counts[rank - 1];
            crossDisplacements[rank] = rank == 0 ? 0 : crossDisplacements[rank - 1] + crossCounts[rank - 1];
        }
        own = room(op, 1);
        out = room(op, ranks);
        in = room(op, ranks);
    }

    private void call(Op op, int root) throws MPIException {
        switch (op) {
            case BARRIER -> world.barrier();
            case BCAST -> world.bcast(out, length, type, root);
            case REDUCE -> world.reduce(out, in, length, type, MPI.SUM, root);
            case ALLREDUCE -> world.allReduce(out, in, length, type, MPI.SUM);
            case REDUCE_SCATTER -> world.reduceScatter(out, in, equal, type, MPI.SUM);
            case SCAN -> world.scan(out, in, length, type, MPI.SUM);
            case EXSCAN -> world.exScan(out, in, length, type, MPI.SUM);
            case GATHER -> world.gather(own, length, type, in, length, type, root);
            case SCATTER -> world.scatter(out, length, type, own, length, type, root);
            case ALLGATHER -> world.allGather(own, length, type, in, length, type);
            case ALLTOALL -> world.allToAll(out, length, type, in, length, type);
            case GATHERV -> world.gatherv(own, counts[me], type, in, counts, displacements, type, root);
            case SCATTERV -> world.scatterv(out, counts, displacements, type, own, counts[me], type, root);
            case ALLGATHERV -> world.allGatherv(own, counts[me], type, in, counts, displacements, type);
            case ALLTOALLV ->
                world.allToAllv(out, crossCounts, crossDisplacements, type, in, crossCounts, crossDisplacements, type);
        }
        boolean atRoot = op == Op.REDUCE || op == Op.GATHER || op == Op.GATHERV;
        if (op != Op.BARRIER && op != Op.BCAST && (me == root || !atRoot)) swap();
    }

    private void swap() {
        Object last = in;
        in = out;
        out = last;
    }

    /** Returns how long the calls took on the slowest rank, in ns, on each rank. */
    private long batch(Op op, long calls) throws MPIException {
        double[] mine = new double[1], slowest = new double[1];
        world.barrier();
        long start = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            call(op, turn);
            turn = turn + 1 == ranks ? 0 : turn + 1;
        }
        mine[0] = System.nanoTime() - start;
        world.allReduce(mine, slowest, 1, MPI.DOUBLE, MPI.MAX);
        return (long) slowest[0];
    }

    private void measure(Op op, int size) throws MPIException {
        makeBlocks(op, size);
        long calls = 1;
        long nanos;
        long untimed = line.warmUpNanos(op.name());
        for (long spent = 0; spent < untimed; spent += nanos) {
            nanos = batch(op, calls);
            calls = line.next(calls, nanos);
        }
        double[] micros = new double[line.batches];
        for (int k = 0; k < micros.length; k++) micros[k] = batch(op, calls) / 1e3 / calls;
        long bytes = (long) length * (op.computes() ? Double.BYTES : 1);
        if (me == 0) CommandLine.print(op.name().toLowerCase(Locale.ROOT), ranks, bytes, micros);
    }
}

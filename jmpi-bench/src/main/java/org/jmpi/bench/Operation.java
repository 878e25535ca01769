package org.jmpi.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import mpi.Intracomm;
import mpi.MPI;

/** The collective operations that {@link Collectives} times. The root goes round from call to call. */
enum Operation {
    BARRIER((world, b, root) -> world.Barrier()),
    BCAST((world, b, root) -> world.Bcast(b.out(), 0, b.length(), b.type(), root)),
    REDUCE((world, b, root) -> {
        world.Reduce(b.out(), 0, b.in(), 0, b.length(), b.type(), MPI.SUM, root);
        b.swapAt(root);
    }),
    ALLREDUCE((world, b, root) -> {
        world.Allreduce(b.out(), 0, b.in(), 0, b.length(), b.type(), MPI.SUM);
        b.swap();
    }),
    REDUCE_SCATTER((world, b, root) -> {
        world.Reduce_scatter(b.out(), 0, b.in(), b.next(), b.equalCounts(), b.type(), MPI.SUM);
        b.swap();
    }),
    SCAN((world, b, root) -> {
        world.Scan(b.out(), 0, b.in(), 0, b.length(), b.type(), MPI.SUM);
        b.swap();
    }),
    EXSCAN((world, b, root) -> {
        world.Exscan(b.out(), 0, b.in(), 0, b.length(), b.type(), MPI.SUM);
        b.swap();
    }),
    GATHER((world, b, root) -> {
        world.Gather(b.out(), b.own(), b.length(), b.type(), b.in(), 0, b.length(), b.type(), root);
        b.swapAt(root);
    }),
    SCATTER((world, b, root) -> {
        world.Scatter(b.out(), 0, b.length(), b.type(), b.in(), b.next(), b.length(), b.type(), root);
        b.swap();
    }),
    ALLGATHER((world, b, root) -> {
        world.Allgather(b.out(), b.own(), b.length(), b.type(), b.in(), 0, b.length(), b.type());
        b.swap();
    }),
    ALLTOALL((world, b, root) -> {
        world.Alltoall(b.out(), 0, b.length(), b.type(), b.in(), 0, b.length(), b.type());
        b.swap();
    }),
    GATHERV((world, b, root) -> {
        world.Gatherv(
                b.out(),
                b.ownDisplacement(),
                b.ownCount(),
                b.type(),
                b.in(),
                0,
                b.counts(),
                b.displacements(),
                b.type(),
                root);
        b.swapAt(root);
    }),
    SCATTERV((world, b, root) -> {
        world.Scatterv(
                b.out(),
                0,
                b.counts(),
                b.displacements(),
                b.type(),
                b.in(),
                b.nextDisplacement(),
                b.ownCount(),
                b.type(),
                root);
        b.swap();
    }),
    ALLGATHERV((world, b, root) -> {
        world.Allgatherv(
                b.out(),
                b.ownDisplacement(),
                b.ownCount(),
                b.type(),
                b.in(),
                0,
                b.counts(),
                b.displacements(),
                b.type());
        b.swap();
    }),
    ALLTOALLV((world, b, root) -> {
        world.Alltoallv(
                b.out(),
                0,
                b.crossCounts(),
                b.crossDisplacements(),
                b.type(),
                b.in(),
                0,
                b.crossCounts(),
                b.crossDisplacements(),
                b.type());
        b.swap();
    });

    private interface Call {
        void run(Intracomm world, Blocks blocks, int root) throws Exception;
    }

    private final Call call;

    Operation(Call call) {
        this.call = call;
    }

    /** Returns the operations that the MPI library has. MPJ Express has no {@code Exscan}. */
    static Operation[] offered() {
        Set<String> methods = Arrays.stream(Intracomm.class.getMethods())
                .map(method -> method.getName().toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return Arrays.stream(values())
                .filter(operation -> methods.contains(operation.name()))
                .toArray(Operation[]::new);
    }

    void run(Blocks blocks, int root) throws Exception {
        call.run(MPI.COMM_WORLD, blocks, root);
    }

    /** Says whether it computes, on doubles; the others move bytes. */
    boolean computes() {
        return switch (this) {
            case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

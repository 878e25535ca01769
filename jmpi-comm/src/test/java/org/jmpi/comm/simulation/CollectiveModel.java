package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What each rank of a collective operation gives and gets.
 *
 * @param comm where it takes place
 * @param operation which one it is
 * @param kind of its elements
 * @param itemSize the elements of an item
 * @param count of the items of a block, or the most of one that varies
 * @param salt decides the counts that vary
 * @param root in the world
 * @param inPlace whether buffers are in place where they may be
 * @param reduction the operator; null if there is none
 * @param edges the neighbours; null if there are none
 * @param places decides where the buffers are, in which no schedule differs
 */
record CollectiveModel(
        CommModel comm,
        Operation operation,
        ElementKind kind,
        int itemSize,
        int count,
        int salt,
        int root,
        boolean inPlace,
        Reduction reduction,
        Neighbours edges,
        int places) {

    /** Returns the same again, of other arrays and with another operator: a schedule may serve both. */
    CollectiveModel again(Reduction other, int otherPlaces) {
        return new CollectiveModel(
                comm, operation, kind, itemSize, count, salt, root, inPlace, other, edges, otherPlaces);
    }

    /** Returns the items of a block. Blocks in place are as long as those that replace them. */
    int count(int from, int part) {
        boolean varies =
                operation.counts == Operation.Counts.VARYING || operation.counts == Operation.Counts.WITH_TYPES;
        if (!varies) return comm.isInter() && comm.own(from) == comm.other() ? count / 2 : count;
        int low = inPlace ? Math.min(from, part) : from;
        int high = inPlace ? Math.max(from, part) : part;
        return Math.floorMod(salt + 31 * low + 17 * high, count + 1);
    }

    /** Returns whether a rank is on the side of the root that does not only look on. */
    private boolean facesRoot(int rank) {
        return !comm.isInter() || comm.own(rank) != comm.own(root);
    }

    /** Returns the blocks that a rank gives, in the order of its send buffer. */
    List<Piece> given(int rank) {
        return switch (operation) {
            case BARRIER -> List.of();
            case BCAST -> rank == root ? List.of(new Piece(root, 0, count)) : List.of();
            case GATHER, GATHERV -> facesRoot(rank) ? List.of(new Piece(rank, 0, count(rank, 0))) : List.of();
            case SCATTER, SCATTERV -> rank == root ? toEach(rank) : List.of();
            case ALLGATHER, ALLGATHERV, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV ->
                List.of(new Piece(rank, 0, count(rank, 0)));
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> toEach(rank);
            case NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> toNeighbours(rank);
            case REDUCE -> facesRoot(rank) ? List.of(new Piece(rank, 0, count)) : List.of();
            case ALLREDUCE, SCAN, EXSCAN -> List.of(new Piece(rank, 0, count));
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                List.of(new Piece(rank, 0, Arrays.stream(parts(rank)).sum()));
        };
    }

    private List<Piece> toEach(int rank) {
        return Arrays.stream(comm.remote(rank))
                .mapToObj(to -> new Piece(rank, to, count(rank, to)))
                .toList();
    }

    private List<Piece> toNeighbours(int rank) {
        List<Piece> pieces = new ArrayList<>();
        int[] to = edges.destinations(comm.rank(rank));
        for (int slot = 0; slot < to.length; slot++)
            pieces.add(to[slot] < 0 ? Piece.none(count(rank, slot)) : new Piece(rank, slot, count(rank, slot)));
        return pieces;
    }

    /** Returns the blocks that a rank gets, in the order of its receive buffer; none of a reduction. */
    List<Piece> taken(int rank) {
        return switch (operation) {
            case BCAST -> rank != root && facesRoot(rank) ? List.of(new Piece(root, 0, count)) : List.of();
            case GATHER, GATHERV -> rank == root ? fromEach(rank, 0) : List.of();
            case SCATTER, SCATTERV -> facesRoot(rank) ? List.of(new Piece(root, rank, count(root, rank))) : List.of();
            case ALLGATHER, ALLGATHERV -> fromEach(rank, 0);
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> fromEach(rank, rank);
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                fromNeighbours(rank);
            default -> List.of();
        };
    }

    private List<Piece> fromEach(int rank, int part) {
        return Arrays.stream(comm.remote(rank))
                .mapToObj(from -> new Piece(from, part, count(from, part)))
                .toList();
    }

    private List<Piece> fromNeighbours(int rank) {
        boolean gathers = operation == Operation.NEIGHBOR_ALLGATHER || operation == Operation.NEIGHBOR_ALLGATHERV;
        List<Piece> pieces = new ArrayList<>();
        int own = comm.rank(rank);
        int[] from = edges.sources(own);
        for (int slot = 0; slot < from.length; slot++) {
            if (from[slot] < 0) {
                pieces.add(Piece.none(count(rank, slot)));
                continue;
            }
            int sender = comm.group()[from[slot]];
            int part = gathers ? 0 : edges.slotOfSender(own, slot);
            pieces.add(new Piece(sender, part, count(sender, part)));
        }
        return pieces;
    }

    // ---- reductions ----

    /** Returns the items of each rank's part of a result, in the group of a rank. */
    int[] parts(int rank) {
        int[] parts = new int[comm.own(rank).length];
        int each = comm.isInter() ? count * comm.remote(rank).length : count;
        Arrays.fill(parts, each);
        if (operation == Operation.REDUCE_SCATTER)
            for (int i = 0; i + 1 < parts.length; i += 2) {
                int moved = Math.floorMod(salt + i, each + 1);
                parts[i] -= moved;
                parts[i + 1] += moved;
            }
        return parts;
    }

    /** Returns the ranks whose operands a rank's result combines, in order. */
    int[] operands(int rank) {
        return switch (operation) {
            case REDUCE -> rank == root ? comm.remote(rank) : new int[0];
            case SCAN -> Arrays.copyOf(comm.group(), comm.rank(rank) + 1);
            case EXSCAN -> Arrays.copyOf(comm.group(), comm.rank(rank));
            default -> comm.remote(rank);
        };
    }

    /** Returns the first item of a rank's result, among those of an operand. */
    int resultAt(int rank) {
        if (!scatters()) return 0;
        return Arrays.stream(parts(rank), 0, comm.rank(rank)).sum();
    }

    /** Returns the items of a rank's result. */
    int resultCount(int rank) {
        if (operands(rank).length == 0) return 0;
        return scatters() ? parts(rank)[comm.rank(rank)] : count;
    }

    boolean scatters() {
        return operation == Operation.REDUCE_SCATTER || operation == Operation.REDUCE_SCATTER_BLOCK;
    }

    /** Returns whether a rank gives one buffer, for both. */
    boolean isInPlace(int rank) {
        return inPlace && !comm.isInter() && operation.mayBeInPlace() && (!operation.hasRoot() || rank == root);
    }

    @Override
    public String toString() {
        return operation + (reduction == null ? "" : " " + reduction) + " of " + count + "*" + kind
                + (itemSize == 1 ? "" : "[" + itemSize + "]")
                + (operation.hasRoot() ? " root " + root : "")
                + (inPlace && !comm.isInter() ? " in place" : "")
                + (edges == null ? "" : " " + edges)
                + " on " + comm;
    }
}

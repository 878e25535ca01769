package mpi;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.Collective.Spread;

/**
 * The collective operations of intercommunicators, each with a check that every rank of both groups calls with the same
 * arguments: it runs the operation once, on data that tell who sent them, and compares every element, guards included.
 *
 * <p>Sends start at index 1 and receives at index 2. Groups give different numbers of elements where the operation
 * allows it.
 */
enum InterCollective {
    BARRIER(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            side.call("Barrier");
        }
    },
    BCAST(true) {
        @Override
        void check(Side side, Items items, int count, int root) {
            Object buffer = items.guards(2, count);
            if (side.isRoot(root)) buffer = items.data(2, count, root);
            if (side.isIdle(root)) side.call("Bcast", null, -1, -1, null, MPI.PROC_NULL);
            else side.call("Bcast", buffer, 2, count, items.type, side.root(root));
            same(side.isIdle(root) ? items.guards(2, count) : items.data(2, count, root), buffer, items, count);
        }
    },
    GATHER(true) {
        @Override
        void check(Side side, Items items, int count, int root) {
            if (side.isIdle(root)) {
                side.call("Gather", null, -1, -1, null, null, -1, -1, null, MPI.PROC_NULL);
            } else if (side.isRoot(root)) {
                Spread all = Spread.even(side.others(), count);
                Object receive = items.guards(2, all.span());
                side.call("Gather", null, -1, -1, null, receive, 2, count, items.type, MPI.ROOT);
                same(all.data(2, items, side::seedOfOther), receive, items, count);
            } else {
                Object send = items.data(1, count, side.seed(side.rank()));
                side.call("Gather", send, 1, count, items.type, null, -1, -1, null, root);
                same(items.data(1, count, side.seed(side.rank())), send, items, count);
            }
        }
    },
    GATHERV(true) {
        @Override
        void check(Side side, Items items, int count, int root) {
            if (side.isIdle(root)) {
                side.call("Gatherv", null, -1, -1, null, null, -1, null, null, null, MPI.PROC_NULL);
            } else if (side.isRoot(root)) {
                Spread all = Spread.uneven(side.others(), count, 0);
                Object receive = items.guards(2, all.span());
                side.call("Gatherv", null, -1, -1, null, receive, 2, all.counts(), all.displs(), items.type, MPI.ROOT);
                same(all.data(2, items, side::seedOfOther), receive, items, count);
            } else {
                int own = Spread.uneven(side.size(), count, 0).counts()[side.rank()];
                Object send = items.data(1, own, side.seed(side.rank()));
                side.call("Gatherv", send, 1, own, items.type, null, -1, null, null, null, root);
                same(items.data(1, own, side.seed(side.rank())), send, items, count);
            }
        }
    },
    SCATTER(true) {
        @Override
        void check(Side side, Items items, int count, int root) {
            if (side.isIdle(root)) {
                side.call("Scatter", null, -1, -1, null, null, -1, -1, null, MPI.PROC_NULL);
            } else if (side.isRoot(root)) {
                Spread all = Spread.even(side.others(), count);
                Object send = all.data(1, items, side::seedOfOther);
                side.call("Scatter", send, 1, count, items.type, null, -1, -1, null, MPI.ROOT);
                same(all.data(1, items, side::seedOfOther), send, items, count);
            } else {
                Object receive = items.guards(2, count);
                side.call("Scatter", null, -1, -1, null, receive, 2, count, items.type, root);
                same(items.data(2, count, side.seed(side.rank())), receive, items, count);
            }
        }
    },
    SCATTERV(true) {
        @Override
        void check(Side side, Items items, int count, int root) {
            if (side.isIdle(root)) {
                side.call("Scatterv", null, -1, null, null, null, null, -1, -1, null, MPI.PROC_NULL);
            } else if (side.isRoot(root)) {
                Spread all = Spread.uneven(side.others(), count, 0);
                Object send = all.data(1, items, side::seedOfOther);
                side.call("Scatterv", send, 1, all.counts(), all.displs(), items.type, null, -1, -1, null, MPI.ROOT);
                same(all.data(1, items, side::seedOfOther), send, items, count);
            } else {
                int own = Spread.uneven(side.size(), count, 0).counts()[side.rank()];
                Object receive = items.guards(2, own);
                side.call("Scatterv", null, -1, null, null, null, receive, 2, own, items.type, root);
                same(items.data(2, own, side.seed(side.rank())), receive, items, count);
            }
        }
    },
    ALLGATHER(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            int own = side.low() ? count : 2 * count + 1;
            int theirs = side.low() ? 2 * count + 1 : count;
            Spread all = Spread.even(side.others(), theirs);
            Object send = items.data(1, own, side.seed(side.rank()));
            Object receive = items.guards(2, all.span());
            side.call("Allgather", send, 1, own, items.type, receive, 2, theirs, items.type);
            same(all.data(2, items, side::seedOfOther), receive, items, count);
            same(items.data(1, own, side.seed(side.rank())), send, items, count);
        }
    },
    ALLGATHERV(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            Spread all = Spread.uneven(side.others(), count, side.low() ? 1 : 0);
            int own = Spread.uneven(side.size(), count, side.low() ? 0 : 1).counts()[side.rank()];
            Object send = items.data(1, own, side.seed(side.rank()));
            Object receive = items.guards(2, all.span());
            side.call("Allgatherv", send, 1, own, items.type, receive, 2, all.counts(), all.displs(), items.type);
            same(all.data(2, items, side::seedOfOther), receive, items, count);
            same(items.data(1, own, side.seed(side.rank())), send, items, count);
        }
    },
    ALLTOALL(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            int own = side.low() ? count : 2 * count + 1;
            int theirs = side.low() ? 2 * count + 1 : count;
            Spread all = Spread.even(side.others(), own);
            Object send = all.data(1, items, side::seedTo);
            Spread received = Spread.even(side.others(), theirs);
            Object receive = items.guards(2, received.span());
            side.call("Alltoall", send, 1, own, items.type, receive, 2, theirs, items.type);
            same(received.data(2, items, side::seedFrom), receive, items, count);
            same(all.data(1, items, side::seedTo), send, items, count);
        }
    },
    ALLTOALLV(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            Spread all = Spread.uneven(side.others(), count, side.rank());
            Object send = all.data(1, items, side::seedTo);
            Object receive = items.guards(2, all.span());
            side.call(
                    "Alltoallv",
                    send,
                    1,
                    all.counts(),
                    all.displs(),
                    items.type,
                    receive,
                    2,
                    all.counts(),
                    all.displs(),
                    items.type);
            same(all.data(2, items, side::seedFrom), receive, items, count);
            same(all.data(1, items, side::seedTo), send, items, count);
        }
    },
    ALLTOALLW(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            Spread all = Spread.uneven(side.others(), count, side.rank());
            Object send = all.data(1, items, side::seedTo);
            Object receive = items.guards(2, all.span());
            int[] starts = Arrays.stream(all.displs())
                    .map(place -> place * items.type.Extent())
                    .toArray();
            Datatype[] types = new Datatype[side.others()];
            Arrays.fill(types, items.type);
            side.call("Alltoallw", send, 1, all.counts(), starts, types, receive, 2, all.counts(), starts, types);
            same(all.data(2, items, side::seedFrom), receive, items, count);
            same(all.data(1, items, side::seedTo), send, items, count);
        }
    },
    REDUCE(true) {
        @Override
        void check(Side side, Items items, int count, int root) {
            Op op = Collective.operator(items.kind);
            if (side.isIdle(root)) {
                side.call("Reduce", null, -1, null, -1, -1, null, null, MPI.PROC_NULL);
            } else if (side.isRoot(root)) {
                Object receive = items.guards(2, count);
                side.call("Reduce", null, -1, receive, 2, count, items.type, op, MPI.ROOT);
                same(side.result(items, count, 0, count), receive, items, count);
            } else {
                Object send = items.data(1, count, side.seed(side.rank()));
                side.call("Reduce", send, 1, null, -1, count, items.type, op, root);
                same(items.data(1, count, side.seed(side.rank())), send, items, count);
            }
        }
    },
    ALLREDUCE(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            Object send = items.data(1, count, side.seed(side.rank()));
            Object receive = items.guards(2, count);
            side.call("Allreduce", send, 1, receive, 2, count, items.type, Collective.operator(items.kind));
            same(side.result(items, count, 0, count), receive, items, count);
            same(items.data(1, count, side.seed(side.rank())), send, items, count);
        }
    },
    REDUCE_SCATTER(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            int all = count * side.size() * side.others();
            int[] counts = IntStream.range(0, side.size())
                    .map(rank -> rank % 2 == 1 ? 0 : count)
                    .toArray();
            counts[side.size() - 1] = 0;
            counts[side.size() - 1] = all - IntStream.of(counts).sum();
            int before = Arrays.stream(counts, 0, side.rank()).sum();
            int own = counts[side.rank()];
            Object send = items.data(1, all, side.seed(side.rank()));
            Object receive = items.guards(2, own);
            side.call("Reduce_scatter", send, 1, receive, 2, counts, items.type, Collective.operator(items.kind));
            same(side.result(items, all, before, own), receive, items, count);
            same(items.data(1, all, side.seed(side.rank())), send, items, count);
        }
    },
    REDUCE_SCATTER_BLOCK(false) {
        @Override
        void check(Side side, Items items, int count, int root) {
            int all = count * side.size() * side.others();
            int own = count * side.others();
            Object send = items.data(1, all, side.seed(side.rank()));
            Object receive = items.guards(2, own);
            side.call("Reduce_scatter_block", send, 1, receive, 2, own, items.type, Collective.operator(items.kind));
            same(side.result(items, all, side.rank() * own, own), receive, items, count);
            same(items.data(1, all, side.seed(side.rank())), send, items, count);
        }
    };

    /** Whether the operation has a root. */
    final boolean rooted;

    InterCollective(boolean rooted) {
        this.rooted = rooted;
    }

    /** Returns whether the operation combines what it gets. */
    boolean reduces() {
        return compareTo(REDUCE) >= 0;
    }

    /**
     * An intercommunicator as a rank of one group sees it.
     *
     * @param calls makes the calls
     * @param low whether this is the group with lower ranks in the world
     * @param rooted whether the root is in this group
     */
    record Side(Intercomm comm, CallView.Calling calls, boolean low, boolean rooted) {
        int rank() {
            return comm.Rank();
        }

        int size() {
            return comm.Size();
        }

        int others() {
            return comm.Remote_size();
        }

        boolean isRoot(int root) {
            return rooted && rank() == root;
        }

        /** Returns whether this rank takes no part. */
        boolean isIdle(int root) {
            return rooted && rank() != root;
        }

        /** Returns the root argument of a rank that takes part. */
        int root(int root) {
            return rooted ? MPI.ROOT : root;
        }

        /** Returns the seed of what a rank of this group sends, or gets from the root. */
        int seed(int rank) {
            return seed(low, rank);
        }

        int seedOfOther(int rank) {
            return seed(!low, rank);
        }

        private static int seed(boolean low, int rank) {
            return (low ? 100 : 900) + 17 * rank;
        }

        /** Returns the seed of what this rank sends to one of the other group. */
        int seedTo(int rank) {
            return Collective.between(rank(), rank) + (low ? 0 : 5000);
        }

        int seedFrom(int rank) {
            return Collective.between(rank, rank()) + (low ? 5000 : 0);
        }

        /** Returns items of the other group's result, where a receive puts them. */
        Object result(Items items, int all, int first, int count) {
            IntUnaryOperator seeds = this::seedOfOther;
            return Collective.part(items, Collective.combined(items, all, others(), seeds), first, count);
        }

        /** Runs an operation, in its form, to its end. */
        void call(String operation, Object... arguments) {
            calls.call(operation, arguments);
        }
    }

    /**
     * Runs the operation once and checks everything it wrote, and what it was to leave alone.
     *
     * @param items of a reduction the same at every rank, else any of the same kind and size
     * @param count the items of a block, more or less
     * @param root a rank of the group that has the root; does not matter if the operation has none
     */
    abstract void check(Side side, Items items, int count, int root);

    void same(Object expected, Object actual, Items items, int count) {
        Kind.assertSame(expected, actual, this + " of " + items + " x " + count);
    }
}

package mpi;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The collective operations, each with a check that every rank of a communicator calls with the same arguments: it runs
 * the operation once, on data that tell who sent them, and compares every element, guards included, with what must be
 * there.
 *
 * <p>Sends start at index 1 and receives at index 2. The operations with counts of their own for each rank get a
 * different count from every rank, none from some, and place the blocks in reverse order with gaps between them.
 */
enum Collective {
    BARRIER(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            comm.Barrier();
        }
    },
    BCAST(true) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Object buffer = comm.Rank() == root ? items.data(2, count, root) : items.guards(2, count);
            comm.Bcast(buffer, 2, count, items.type, root);
            same(items.data(2, count, root), buffer, items, count, root);
        }
    },
    GATHER(true) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            boolean atRoot = comm.Rank() == root;
            Object send = items.data(1, count, from(comm.Rank()));
            Object receive = atRoot ? items.guards(2, count * comm.Size()) : null;
            comm.Gather(send, 1, count, items.type, receive, 2, count, items.type, root);
            same(items.data(1, count, from(comm.Rank())), send, items, count, root);
            Spread all = Spread.even(comm.Size(), count);
            if (atRoot) same(all.data(2, items, Collective::from), receive, items, count, root);
        }
    },
    GATHERV(true) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            boolean atRoot = comm.Rank() == root;
            Spread all = Spread.uneven(comm.Size(), count, 0);
            int own = all.counts[comm.Rank()];
            Object send = items.data(1, own, from(comm.Rank()));
            Object receive = atRoot ? items.guards(2, all.span()) : null;
            int[] counts = atRoot ? all.counts : null;
            comm.Gatherv(send, 1, own, items.type, receive, 2, counts, atRoot ? all.displs : null, items.type, root);
            same(items.data(1, own, from(comm.Rank())), send, items, count, root);
            if (atRoot) same(all.data(2, items, Collective::from), receive, items, count, root);
        }
    },
    SCATTER(true) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Spread all = Spread.even(comm.Size(), count);
            Object send = comm.Rank() == root ? all.data(1, items, Collective::from) : null;
            Object receive = items.guards(2, count);
            comm.Scatter(send, 1, count, items.type, receive, 2, count, items.type, root);
            same(items.data(2, count, from(comm.Rank())), receive, items, count, root);
            if (comm.Rank() == root) same(all.data(1, items, Collective::from), send, items, count, root);
        }
    },
    SCATTERV(true) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            boolean atRoot = comm.Rank() == root;
            Spread all = Spread.uneven(comm.Size(), count, 0);
            int own = all.counts[comm.Rank()];
            Object send = atRoot ? all.data(1, items, Collective::from) : null;
            Object receive = items.guards(2, own);
            int[] counts = atRoot ? all.counts : null;
            comm.Scatterv(send, 1, counts, atRoot ? all.displs : null, items.type, receive, 2, own, items.type, root);
            same(items.data(2, own, from(comm.Rank())), receive, items, count, root);
            if (atRoot) same(all.data(1, items, Collective::from), send, items, count, root);
        }
    },
    ALLGATHER(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Spread all = Spread.even(comm.Size(), count);
            Object send = items.data(1, count, from(comm.Rank()));
            Object receive = items.guards(2, all.span());
            comm.Allgather(send, 1, count, items.type, receive, 2, count, items.type);
            same(all.data(2, items, Collective::from), receive, items, count, root);
            same(items.data(1, count, from(comm.Rank())), send, items, count, root);
        }
    },
    ALLGATHERV(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Spread all = Spread.uneven(comm.Size(), count, 0);
            int own = all.counts[comm.Rank()];
            Object send = items.data(1, own, from(comm.Rank()));
            Object receive = items.guards(2, all.span());
            comm.Allgatherv(send, 1, own, items.type, receive, 2, all.counts, all.displs, items.type);
            same(all.data(2, items, Collective::from), receive, items, count, root);
            same(items.data(1, own, from(comm.Rank())), send, items, count, root);
        }
    },
    ALLTOALL(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            int me = comm.Rank();
            Spread all = Spread.even(comm.Size(), count);
            Object send = all.data(1, items, to -> between(me, to));
            Object receive = items.guards(2, all.span());
            comm.Alltoall(send, 1, count, items.type, receive, 2, count, items.type);
            same(all.data(2, items, from -> between(from, me)), receive, items, count, root);
            same(all.data(1, items, to -> between(me, to)), send, items, count, root);
        }
    },
    ALLTOALLV(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            int me = comm.Rank();
            // The count of a block depends on the sum of the two ranks: the same at both.
            Spread all = Spread.uneven(comm.Size(), count, me);
            Object send = all.data(1, items, to -> between(me, to));
            Object receive = items.guards(2, all.span());
            comm.Alltoallv(send, 1, all.counts, all.displs, items.type, receive, 2, all.counts, all.displs, items.type);
            same(all.data(2, items, from -> between(from, me)), receive, items, count, root);
            same(all.data(1, items, to -> between(me, to)), send, items, count, root);
        }
    },
    ALLTOALLW(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            int me = comm.Rank();
            Spread all = Spread.uneven(comm.Size(), count, me);
            Object send = all.data(1, items, to -> between(me, to));
            Object receive = items.guards(2, all.span());
            int[] starts = Arrays.stream(all.displs)
                    .map(place -> place * items.type.Extent())
                    .toArray();
            Datatype[] types = new Datatype[comm.Size()];
            Arrays.fill(types, items.type);
            comm.Alltoallw(send, 1, all.counts, starts, types, receive, 2, all.counts, starts, types);
            same(all.data(2, items, from -> between(from, me)), receive, items, count, root);
            same(all.data(1, items, to -> between(me, to)), send, items, count, root);
        }
    },
    REDUCE(true) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Object send = items.data(1, count, from(comm.Rank()));
            Object receive = comm.Rank() == root ? items.guards(2, count) : null;
            comm.Reduce(send, 1, receive, 2, count, items.type, operator(items.kind), root);
            Object expected = combined(items, count, comm.Size());
            if (comm.Rank() == root) same(part(items, expected, 0, count), receive, items, count, root);
            same(items.data(1, count, from(comm.Rank())), send, items, count, root);
        }
    },
    ALLREDUCE(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Object send = items.data(1, count, from(comm.Rank()));
            Object receive = items.guards(2, count);
            comm.Allreduce(send, 1, receive, 2, count, items.type, operator(items.kind));
            Object expected = combined(items, count, comm.Size());
            same(part(items, expected, 0, count), receive, items, count, root);
            same(items.data(1, count, from(comm.Rank())), send, items, count, root);
        }
    },
    REDUCE_SCATTER(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            int[] counts = Spread.uneven(comm.Size(), count, 0).counts;
            int all = Arrays.stream(counts).sum();
            int before = Arrays.stream(counts, 0, comm.Rank()).sum();
            int own = counts[comm.Rank()];
            Object send = items.data(1, all, from(comm.Rank()));
            Object receive = items.guards(2, own);
            comm.Reduce_scatter(send, 1, receive, 2, counts, items.type, operator(items.kind));
            same(part(items, combined(items, all, comm.Size()), before, own), receive, items, count, root);
            same(items.data(1, all, from(comm.Rank())), send, items, count, root);
        }
    },
    SCAN(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Object send = items.data(1, count, from(comm.Rank()));
            Object receive = items.guards(2, count);
            comm.Scan(send, 1, receive, 2, count, items.type, operator(items.kind));
            Object expected = combined(items, count, comm.Rank() + 1);
            same(part(items, expected, 0, count), receive, items, count, root);
            same(items.data(1, count, from(comm.Rank())), send, items, count, root);
        }
    },
    REDUCE_SCATTER_BLOCK(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            int all = count * comm.Size();
            Object send = items.data(1, all, from(comm.Rank()));
            Object receive = items.guards(2, count);
            comm.Reduce_scatter_block(send, 1, receive, 2, count, items.type, operator(items.kind));
            Object expected = combined(items, all, comm.Size());
            same(part(items, expected, comm.Rank() * count, count), receive, items, count, root);
            same(items.data(1, all, from(comm.Rank())), send, items, count, root);
        }
    },
    EXSCAN(false) {
        @Override
        void check(Intracomm comm, Items items, int count, int root) {
            Object send = items.data(1, count, from(comm.Rank()));
            Object receive = items.guards(2, count);
            comm.Exscan(send, 1, receive, 2, count, items.type, operator(items.kind));
            Object expected = comm.Rank() == 0
                    ? items.guards(2, count)
                    : part(items, combined(items, count, comm.Rank()), 0, count);
            same(expected, receive, items, count, root);
            same(items.data(1, count, from(comm.Rank())), send, items, count, root);
        }
    };

    /** Whether the operation has a root. */
    final boolean rooted;

    /** Returns whether the operation combines what it gets. */
    boolean reduces() {
        return compareTo(REDUCE) >= 0;
    }

    Collective(boolean rooted) {
        this.rooted = rooted;
    }

    /**
     * Runs the operation once and checks everything it wrote, and what it was to leave alone.
     *
     * @param items of a reduction the same at every rank, else any of the same kind and size
     * @param count the items of a block, more or less
     * @param root does not matter if the operation has none
     */
    abstract void check(Intracomm comm, Items items, int count, int root);

    final void check(Intracomm comm, Kind kind, int count, int root) {
        check(comm, Items.of(kind), count, root);
    }

    /** Where the blocks of all ranks lie in one array. */
    record Spread(int[] counts, int[] displs) {
        static Spread even(int ranks, int count) {
            return new Spread(
                    IntStream.generate(() -> count).limit(ranks).toArray(),
                    IntStream.range(0, ranks).map(rank -> rank * count).toArray());
        }

        /** Returns blocks of which every third is empty, the last one first. */
        static Spread uneven(int ranks, int count, int shift) {
            int[] counts = IntStream.range(0, ranks)
                    .map(rank -> (rank + shift) % 3 == 1 ? 0 : count + rank + shift)
                    .toArray();
            return apart(counts);
        }

        /** Returns blocks with gaps between them, the last one first. */
        static Spread apart(int... counts) {
            int[] displs = new int[counts.length];
            int next = 1;
            for (int block = counts.length - 1; block >= 0; block--) {
                displs[block] = next;
                next += counts[block] + 2;
            }
            return new Spread(counts, displs);
        }

        int span() {
            return IntStream.range(0, counts.length)
                    .map(rank -> displs[rank] + counts[rank])
                    .max()
                    .orElse(0);
        }

        /**
         * Returns an array with all blocks, each of the data that its seed stands for unless negative; guards
         * elsewhere.
         */
        Object data(int offset, Items items, IntUnaryOperator seeds) {
            Object array = items.guards(offset, span());
            for (int rank = 0; rank < counts.length; rank++) {
                int seed = seeds.applyAsInt(rank);
                if (seed < 0) continue;
                Object block = items.kind.data(0, counts[rank] * items.size(), seed);
                items.put(block, 0, counts[rank], array, offset, displs[rank]);
            }
            return array;
        }
    }

    /** The seed of what a rank sends. */
    private static int from(int rank) {
        return 100 + 17 * rank;
    }

    /** The seed of what one rank sends to another. */
    static int between(int from, int to) {
        return 10 + 170 * from + 11 * to;
    }

    /** Puts texts together, which depends on their order. */
    private static final Op CONCATENATION = new Op(
            new User_function() {
                @Override
                public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                    Object[] texts = (Object[]) inout;
                    for (int i = 0; i < count; i++)
                        texts[at + i] = text(((Object[]) in)[inAt + i]) + text(texts[at + i]);
                }

                private String text(Object object) {
                    return object instanceof int[] ints ? Arrays.toString(ints) : String.valueOf(object);
                }
            },
            false);

    /** An operator of a kind whose result does not depend on how operands are grouped, not in its last bit either. */
    static Op operator(Kind kind) {
        return switch (kind) {
            case BOOLEAN -> MPI.LXOR;
            case DOUBLE -> MPI.MAX;
            case OBJECT -> CONCATENATION;
            default -> MPI.SUM;
        };
    }

    /** Returns what the elements of the first ranks give when they are combined one after the other. */
    static Object combined(Items items, int count, int ranks) {
        return combined(items, count, ranks, Collective::from);
    }

    /** Returns the same of data of other seeds. */
    static Object combined(Items items, int count, int ranks, IntUnaryOperator seeds) {
        Kind kind = items.kind;
        int elements = count * items.size();
        Object sofar = kind.data(0, elements, seeds.applyAsInt(0));
        for (int rank = 1; rank < ranks; rank++) {
            Object next = kind.data(0, elements, seeds.applyAsInt(rank));
            operator(kind).Call(sofar, 0, next, 0, elements, kind.type);
            sofar = next;
        }
        return sofar;
    }

    /** Returns some items of a result, where a receive puts them, between guards. */
    static Object part(Items items, Object result, int first, int count) {
        Object array = items.guards(2, count);
        items.put(result, first * items.size(), count, array, 2, 0);
        return array;
    }

    void same(Object expected, Object actual, Items items, int count, int root) {
        Kind.assertSame(expected, actual, this + " of " + items + " x " + count + (rooted ? ", root " + root : ""));
    }
}

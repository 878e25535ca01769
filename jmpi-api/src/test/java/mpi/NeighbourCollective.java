package mpi;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.Collective.Spread;

/**
 * The collective operations among neighbours, each with a check that every rank of a topology calls: it runs the
 * operation once, on data that tell which block of whom they are, and compares every element, guards included, with
 * what must be there. The blocks of operations with counts of their own lie in reverse order with gaps between them;
 * every third is empty.
 */
enum NeighbourCollective {
    ALLGATHER {
        @Override
        void check(CollectiveForm form, PersistentNeighbourCollectives comm, Part part, Items items, int count) {
            Spread blocks = Spread.even(part.sources().length, count);
            Object send = part.memory(items.data(1, count, from(part.rank())));
            Object got = part.memory(items.guards(2, blocks.span()));
            form.run(
                    () -> comm.Neighbor_allgather(send, 1, count, items.type, got, 2, count, items.type),
                    () -> comm.Ineighbor_allgather(send, 1, count, items.type, got, 2, count, items.type),
                    () -> comm.Neighbor_allgather_init(send, 1, count, items.type, got, 2, count, items.type));
            part.same(blocks.data(2, items, part.seeds(i -> from(part.sources()[i]))), got, this, items, count);
            part.same(items.data(1, count, from(part.rank())), send, this, items, count);
        }
    },
    ALLGATHERV {
        @Override
        void check(CollectiveForm form, PersistentNeighbourCollectives comm, Part part, Items items, int count) {
            int n = length(count, part.rank(), 0);
            Spread all = part.received(i -> length(count, part.sources()[i], 0));
            Datatype type = items.type;
            Object send = part.memory(items.data(1, n, from(part.rank())));
            Object got = part.memory(items.guards(2, all.span()));
            form.run(
                    () -> comm.Neighbor_allgatherv(send, 1, n, type, got, 2, all.counts(), all.displs(), type),
                    () -> comm.Ineighbor_allgatherv(send, 1, n, type, got, 2, all.counts(), all.displs(), type),
                    () -> comm.Neighbor_allgatherv_init(send, 1, n, type, got, 2, all.counts(), all.displs(), type));
            part.same(all.data(2, items, part.seeds(i -> from(part.sources()[i]))), got, this, items, count);
            part.same(items.data(1, n, from(part.rank())), send, this, items, count);
        }
    },
    ALLTOALL {
        @Override
        void check(CollectiveForm form, PersistentNeighbourCollectives comm, Part part, Items items, int count) {
            Spread in = Spread.even(part.sources().length, count);
            Spread out = Spread.even(part.destinations().length, count);
            Object send = part.memory(out.data(1, items, part::sent));
            Object got = part.memory(items.guards(2, in.span()));
            form.run(
                    () -> comm.Neighbor_alltoall(send, 1, count, items.type, got, 2, count, items.type),
                    () -> comm.Ineighbor_alltoall(send, 1, count, items.type, got, 2, count, items.type),
                    () -> comm.Neighbor_alltoall_init(send, 1, count, items.type, got, 2, count, items.type));
            part.same(in.data(2, items, part.seeds(part::arrived)), got, this, items, count);
            part.same(out.data(1, items, part::sent), send, this, items, count);
        }
    },
    ALLTOALLV {
        @Override
        void check(CollectiveForm form, PersistentNeighbourCollectives comm, Part part, Items items, int count) {
            Spread in = part.received(i -> length(count, part.sources()[i], part.blockAtSource(i)));
            Spread out = part.sent(i -> length(count, part.rank(), i));
            Datatype t = items.type;
            int[] ins = in.counts();
            int[] outs = out.counts();
            Object send = part.memory(out.data(1, items, part::sent));
            Object got = part.memory(items.guards(2, in.span()));
            form.run(
                    () -> comm.Neighbor_alltoallv(send, 1, outs, out.displs(), t, got, 2, ins, in.displs(), t),
                    () -> comm.Ineighbor_alltoallv(send, 1, outs, out.displs(), t, got, 2, ins, in.displs(), t),
                    () -> comm.Neighbor_alltoallv_init(send, 1, outs, out.displs(), t, got, 2, ins, in.displs(), t));
            part.same(in.data(2, items, part.seeds(part::arrived)), got, this, items, count);
            part.same(out.data(1, items, part::sent), send, this, items, count);
        }
    },
    ALLTOALLW {
        @Override
        void check(CollectiveForm form, PersistentNeighbourCollectives comm, Part part, Items items, int count) {
            Spread in = part.received(i -> length(count, part.sources()[i], part.blockAtSource(i)));
            Spread out = part.sent(i -> length(count, part.rank(), i));
            Datatype[] types = types(items.type, ins(in).length);
            Datatype[] sent = types(items.type, ins(out).length);
            int[] from = starts(out, items);
            int[] to = starts(in, items);
            Object send = part.memory(out.data(1, items, part::sent));
            Object got = part.memory(items.guards(2, in.span()));
            form.run(
                    () -> comm.Neighbor_alltoallw(send, 1, ins(out), from, sent, got, 2, ins(in), to, types),
                    () -> comm.Ineighbor_alltoallw(send, 1, ins(out), from, sent, got, 2, ins(in), to, types),
                    () -> comm.Neighbor_alltoallw_init(send, 1, ins(out), from, sent, got, 2, ins(in), to, types));
            part.same(in.data(2, items, part.seeds(part::arrived)), got, this, items, count);
            part.same(out.data(1, items, part::sent), send, this, items, count);
        }

        private int[] ins(Spread spread) {
            return spread.counts();
        }

        private int[] starts(Spread spread, Items items) {
            return Arrays.stream(spread.displs())
                    .map(place -> place * items.type.Extent())
                    .toArray();
        }

        private Datatype[] types(Datatype type, int blocks) {
            Datatype[] types = new Datatype[blocks];
            Arrays.fill(types, type);
            return types;
        }
    };

    /**
     * Runs the operation once and checks everything it wrote, and what it was to leave alone.
     *
     * @param items any of the same kind and size at every rank
     * @param count the items of a block, more or less
     */
    abstract void check(CollectiveForm form, PersistentNeighbourCollectives comm, Part part, Items items, int count);

    /**
     * One rank's part of a topology.
     *
     * @param buffers the buffers that its calls get, by themselves; null if they get arrays
     */
    record Part(NeighbourTopology topology, int rank, Map<Object, ElementBuffer> buffers) {
        /** Makes a part whose calls get arrays. */
        Part(NeighbourTopology topology, int rank) {
            this(topology, rank, null);
        }

        /** Makes a part whose calls get buffers, and segments where there are some. */
        static Part ofBuffers(NeighbourTopology topology, int rank) {
            return new Part(topology, rank, new IdentityHashMap<>());
        }

        /** Returns what a call gets with the elements of an array. */
        Object memory(Object array) {
            if (buffers == null) return array;
            ElementBuffer elements = new ElementBuffer(array, 5 * rank + buffers.size());
            buffers.put(elements.memory(), elements);
            return elements.memory();
        }

        /** Returns an array with the elements of what a call got. */
        private Object array(Object memory, Object like) {
            if (buffers == null) return memory;
            Object array = Array.newInstance(like.getClass().getComponentType(), Array.getLength(like));
            buffers.get(memory).copyTo(array);
            return array;
        }

        int[] sources() {
            return topology.sources()[rank];
        }

        int[] destinations() {
            return topology.destinations()[rank];
        }

        int blockAtSource(int block) {
            return topology.blockAtSource(rank, block);
        }

        /** Returns where blocks that are received lie; one of nobody has a place, too. */
        Spread received(IntUnaryOperator counts) {
            return Spread.apart(IntStream.range(0, sources().length)
                    .map(block -> sources()[block] < 0 ? 2 : counts.applyAsInt(block))
                    .toArray());
        }

        Spread sent(IntUnaryOperator counts) {
            return Spread.apart(
                    IntStream.range(0, destinations().length).map(counts).toArray());
        }

        /** Returns the seeds of blocks that are received: none for those of nobody. */
        IntUnaryOperator seeds(IntUnaryOperator ofRank) {
            return block -> sources()[block] < 0 ? -1 : ofRank.applyAsInt(block);
        }

        /** Returns the seed of a block that this rank sends. */
        int sent(int block) {
            return of(rank, block);
        }

        /** Returns the seed of a block that this rank receives. */
        int arrived(int block) {
            return of(sources()[block], blockAtSource(block));
        }

        void same(Object expected, Object actual, NeighbourCollective operation, Items items, int count) {
            Kind.assertSame(
                    expected,
                    array(actual, expected),
                    operation + " of " + items + " x " + count + " at " + rank + " of " + topology);
        }
    }

    /** Returns how many items a block has, of which every third has none. */
    private static int length(int count, int rank, int block) {
        return (rank + block) % 3 == 1 ? 0 : count + rank + block;
    }

    /** The seed of what a rank sends to all neighbours. */
    private static int from(int rank) {
        return 100 + 17 * rank;
    }

    /** The seed of one of the blocks that a rank sends. */
    private static int of(int rank, int block) {
        return 10 + 170 * rank + 11 * block;
    }
}

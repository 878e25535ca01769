package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A buffer of which no element is sent or received is not looked at: it may be null, of any type, and too short. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class InsignificantBuffersTest {
    private static final int TAG = 3;

    private static final Object[] BUFFERS = {null, new int[0], new double[1][], "text", List.of(1)};

    private static final int[] OFFSETS = {0, -1, 7, Integer.MAX_VALUE};

    /** What is called with each buffer. */
    private interface Call {
        void with(Object buf, int offset, Datatype type);
    }

    private static void forAll(Call call) {
        Datatype column = Datatype.Vector(3, 1, 4, MPI.DOUBLE);
        column.Commit();
        Stream<Datatype> types =
                Stream.concat(Stream.of(column), Arrays.stream(Kind.values()).map(kind -> kind.type));
        types.forEach(type -> {
            for (Object buf : BUFFERS) for (int offset : OFFSETS) call.with(buf, offset, type);
        });
    }

    @Test
    void messagesOfNoItems() {
        Jmpi.run(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            forAll((buf, offset, type) -> {
                if (Talk.rank() == 0) {
                    for (Mode mode : Mode.values())
                        if (mode != Mode.READY)
                            for (Mode.Form form : Mode.Form.values()) mode.send(form, buf, offset, 0, type, 1, TAG);
                    return;
                }
                for (int i = 0; i < 7; i++) assertEmpty(world.Recv(buf, offset, 0, type, 0, TAG), 0, type);
                assertEmpty(world.Irecv(buf, offset, 0, type, 0, TAG).Wait(), 0, type);
                Prequest receive = world.Recv_init(buf, offset, 0, type, 0, TAG);
                receive.Start();
                assertEmpty(receive.Wait(), 0, type);
                receive.Free();
            });
            Talk.assertUsable();
        });
    }

    private static void assertEmpty(Status status, int source, Datatype type) {
        assertEquals(source, status.source);
        assertEquals(0, status.Get_count(type));
        assertEquals(0, status.count);
    }

    @Test
    void messagesToNobodyAndFromNobody() {
        Jmpi.run(1, () -> {
            Intracomm world = MPI.COMM_WORLD;
            forAll((buf, offset, type) -> {
                for (int count : new int[] {0, 5, Integer.MAX_VALUE}) {
                    for (Mode mode : Mode.values())
                        for (Mode.Form form : Mode.Form.values())
                            mode.send(form, buf, offset, count, type, MPI.PROC_NULL, TAG);
                    assertEmpty(world.Recv(buf, offset, count, type, MPI.PROC_NULL, TAG), MPI.PROC_NULL, type);
                    Prequest receive = world.Recv_init(buf, offset, count, type, MPI.PROC_NULL, MPI.ANY_TAG);
                    receive.Start();
                    assertEmpty(receive.Wait(), MPI.PROC_NULL, type);
                    receive.Free();
                    assertEmpty(
                            world.Sendrecv_replace(buf, offset, count, type, MPI.PROC_NULL, TAG, MPI.PROC_NULL, TAG),
                            MPI.PROC_NULL,
                            type);
                }
            });
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Send(null, 0, -1, MPI.INT, MPI.PROC_NULL, TAG), "-1");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Recv(null, 0, 1, null, MPI.PROC_NULL, TAG), "null");
        });
    }

    /** The ends of a line: one rank has no left neighbour, the other one no right one. */
    @Test
    void sendrecvAtTheEndsOfALine() {
        Jmpi.run(2, () -> {
            boolean first = Talk.rank() == 0;
            int left = first ? MPI.PROC_NULL : 0;
            int right = first ? 1 : MPI.PROC_NULL;
            int[] own = {Talk.rank() + 5};
            int[] room = {-1};
            Object send = first ? own : "nobody gets this";
            Object receive = first ? null : room;
            MPI.COMM_WORLD.Sendrecv(send, 0, 1, MPI.INT, right, TAG, receive, 0, 1, MPI.INT, left, TAG);
            assertEquals(first ? -1 : 5, room[0]);
            MPI.COMM_WORLD.Sendrecv_replace(own, 0, 1, MPI.INT, right, TAG, left, TAG);
            assertEquals(5, own[0]);
        });
    }

    @Test
    void packedItems() {
        Jmpi.run(1, () -> {
            Comm world = MPI.COMM_WORLD;
            forAll((buf, offset, type) -> {
                for (byte[] packed : new byte[][] {null, {}, {1, 2}}) {
                    assertEquals(1, world.Pack(buf, offset, 0, type, packed, 1));
                    assertEquals(1, world.Unpack(packed, 1, buf, offset, 0, type));
                }
            });
            byte[] packed = new byte[100];
            int end = world.Pack(
                    new Object[] {"a"}, 0, 1, MPI.OBJECT, packed, world.Pack(null, 0, 0, MPI.OBJECT, packed, 0));
            Object[] room = new Object[1];
            assertEquals(
                    end, world.Unpack(packed, world.Unpack(packed, 0, null, 0, 0, MPI.OBJECT), room, 0, 1, MPI.OBJECT));
            assertEquals("a", room[0]);
        });
    }

    /** By messages at first, in memory that the ranks share from the fourth operation on. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void collectivesOfNoItems(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int[] none = new int[ranks];
            for (int round = 0; round < 5; round++)
                for (Object buf : BUFFERS)
                    for (Datatype type : new Datatype[] {MPI.INT, MPI.DOUBLE2, MPI.OBJECT}) {
                        int root = round % ranks;
                        world.Bcast(buf, 9, 0, type, root);
                        world.Gather(buf, 9, 0, type, buf, -9, 0, type, root);
                        world.Gatherv(buf, 9, 0, type, buf, -9, none, none, type, root);
                        world.Scatter(buf, 9, 0, type, buf, -9, 0, type, root);
                        world.Scatterv(buf, 9, none, none, type, buf, -9, 0, type, root);
                        world.Allgather(buf, 9, 0, type, buf, -9, 0, type);
                        world.Allgatherv(buf, 9, 0, type, buf, -9, none, none, type);
                        world.Alltoall(buf, 9, 0, type, buf, -9, 0, type);
                        world.Alltoallv(buf, 9, none, none, type, buf, -9, none, none, type);
                        Op op = type == MPI.OBJECT
                                ? new Op(new Unused(), true)
                                : type == MPI.INT ? MPI.SUM : MPI.MAXLOC;
                        world.Reduce(buf, 9, buf, -9, 0, type, op, root);
                        world.Allreduce(buf, 9, buf, -9, 0, type, op);
                        world.Reduce_scatter(buf, 9, buf, -9, none, type, op);
                        world.Scan(buf, 9, buf, -9, 0, type, op);
                    }
            if (ranks > 1) BadInputTest.assertWorldUsable();
        });
    }

    /** An operator that is never called, as there is nothing to combine. */
    private static final class Unused extends User_function {
        @Override
        public void Call(Object in, int inoffset, Object inout, int offset, int count, Datatype type) {
            throw new IllegalStateException("called for " + count + " items");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whatCountsAtTheRootOnly(int ranks) {
        Jmpi.run(ranks, () -> {
            Intracomm world = MPI.COMM_WORLD;
            for (int round = 0; round < 6; round++) {
                int root = round % ranks;
                boolean isRoot = Talk.rank() == root;
                for (Object buf : BUFFERS) {
                    int[] own = {Talk.rank()};
                    int[] all = new int[ranks];
                    int[] places = isRoot ? identity(ranks) : null;
                    int[] counts = isRoot ? ones(ranks) : new int[0];
                    Object room = isRoot ? all : buf;
                    Datatype type = isRoot ? MPI.INT : null;
                    world.Gather(own, 0, 1, MPI.INT, room, isRoot ? 0 : -5, isRoot ? 1 : -1, type, root);
                    if (isRoot) assertArrayEquals(identity(ranks), all);
                    Arrays.fill(all, 0);
                    world.Gatherv(own, 0, 1, MPI.INT, room, isRoot ? 0 : 77, counts, places, type, root);
                    if (isRoot) assertArrayEquals(identity(ranks), all);
                    own[0] = -1;
                    world.Scatter(room, isRoot ? 0 : -5, isRoot ? 1 : -1, type, own, 0, 1, MPI.INT, root);
                    assertEquals(Talk.rank(), own[0]);
                    own[0] = -1;
                    world.Scatterv(room, isRoot ? 0 : 77, counts, places, type, own, 0, 1, MPI.INT, root);
                    assertEquals(Talk.rank(), own[0]);
                    world.Reduce(own, 0, room, isRoot ? 0 : -5, 1, MPI.INT, MPI.SUM, root);
                    if (isRoot) assertEquals(ranks * (ranks - 1) / 2, all[0]);
                }
            }
        });
    }

    @Test
    void blocksOfNoItems() {
        Jmpi.run(3, () -> {
            Intracomm world = MPI.COMM_WORLD;
            boolean gives = Talk.rank() == 1;
            for (int round = 0; round < 5; round++) {
                int[] room = {-1, -1};
                Object send = gives ? new int[] {7, 8} : null;
                int[] counts = {0, 2, 0};
                int[] places = {99, 0, Integer.MIN_VALUE};
                world.Allgatherv(send, gives ? 0 : 5, gives ? 2 : 0, MPI.INT, room, 0, counts, places, MPI.INT);
                assertArrayEquals(new int[] {7, 8}, room);
                int[] toOne = {0, gives ? 2 : 0, 0};
                Object into = gives ? room : null;
                world.Alltoallv(send, 0, toOne, places, MPI.INT, into, 0, toOne, places, MPI.INT);
                world.Reduce_scatter(new int[] {3, 4}, 0, into, gives ? 0 : -3, counts, MPI.INT, MPI.SUM);
                if (gives) assertArrayEquals(new int[] {9, 12}, room);
            }
        });
    }

    @Test
    void theFirstRankOfExscanReceivesNothing() {
        Jmpi.run(3, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int below = Talk.rank() * (Talk.rank() - 1) / 2;
            for (int round = 0; round < 6; round++)
                for (Object buf : BUFFERS) {
                    int[] room = {-1};
                    Object into = Talk.rank() == 0 ? buf : room;
                    world.Exscan(new int[] {Talk.rank()}, 0, into, 0, 1, MPI.INT, MPI.SUM);
                    assertEquals(Talk.rank() == 0 ? -1 : below, room[0]);
                    world.Iexscan(new int[] {Talk.rank()}, 0, into, 0, 1, MPI.INT, MPI.SUM)
                            .Wait();
                    assertEquals(Talk.rank() == 0 ? -1 : below, room[0]);
                }
        });
    }

    private static int[] identity(int length) {
        int[] numbers = new int[length];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }

    private static int[] ones(int length) {
        int[] ones = new int[length];
        Arrays.fill(ones, 1);
        return ones;
    }
}

package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buffers of {@code java.nio} in every call, compared with arrays. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class BuffersTest {
    private static final int TAG = 5;
    private static final int[] COUNTS = {0, 1, 7, 9, 40_000};

    /** Every sender's kind of buffer meets every receiver's, in sends of every mode. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"BYTE", "BOOLEAN", "CHAR", "INT", "FLOAT", "DOUBLE"})
    void messagesBetweenBuffersAndArrays(Kind kind) {
        Jmpi.run(2, () -> {
            for (int i = 0; i < ElementBuffer.KINDS * (ElementBuffer.KINDS + 1); i++) {
                int count = COUNTS[i % COUNTS.length];
                Object data = kind.data(2, count, i);
                if (Talk.rank() == 0) {
                    Mode mode = Mode.values()[i % 2 == 0 ? 0 : Mode.SYNCHRONOUS.ordinal()];
                    Object sent = new ElementBuffer(data, i % ElementBuffer.KINDS).buffer();
                    mode.send(Mode.Form.BLOCKING, sent, 2, count, kind.type, 1, TAG);
                } else {
                    Object room = kind.guards(1, count);
                    int receiver = i / ElementBuffer.KINDS;
                    ElementBuffer buffer = receiver == ElementBuffer.KINDS ? null : new ElementBuffer(room, receiver);
                    Object memory = buffer == null ? room : buffer.buffer();
                    Status status = MPI.COMM_WORLD.Recv(memory, 1, count, kind.type, 0, TAG);
                    if (buffer != null) buffer.copyTo(room);
                    kind.assertStatus(status, 0, TAG, count, "kind " + i);
                    Kind.assertSame(kind.data(1, count, i), room, "kind " + i);
                }
            }
        });
    }

    @Test
    void requestsAndBothDirectionsAtOnce() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            for (int count : COUNTS) {
                int[] data = (int[]) Kind.INT.data(0, count, Talk.rank());
                ElementBuffer sent = new ElementBuffer(data, 1);
                Object room = Kind.INT.guards(0, count);
                ElementBuffer received = new ElementBuffer(room, 7);
                Request receive = MPI.COMM_WORLD.Irecv(received.buffer(), 0, count, MPI.INT, peer, TAG);
                MPI.COMM_WORLD.Isend(sent.buffer(), 0, count, MPI.INT, peer, TAG)
                        .Wait();
                Kind.INT.assertStatus(receive.Wait(), peer, TAG, count, "Irecv");
                received.copyTo(room);
                Kind.assertSame(Kind.INT.data(0, count, peer), room, "Irecv of " + count);

                ElementBuffer both = new ElementBuffer(data, 3);
                MPI.COMM_WORLD.Sendrecv_replace(both.buffer(), 0, count, MPI.INT, peer, TAG, peer, TAG);
                both.copyTo(room);
                Kind.assertSame(Kind.INT.data(0, count, peer), room, "Sendrecv_replace of " + count);

                Prequest send = MPI.COMM_WORLD.Send_init(sent.buffer(), 0, count, MPI.INT, peer, TAG);
                ElementBuffer again = new ElementBuffer(Kind.INT.guards(0, count), 0);
                Prequest receiveAgain = MPI.COMM_WORLD.Recv_init(again.buffer(), 0, count, MPI.INT, peer, TAG);
                for (int i = 0; i < 2; i++) {
                    Prequest.Startall(new Prequest[] {send, receiveAgain});
                    Request.Waitall(new Request[] {send, receiveAgain});
                    again.copyTo(room);
                    Kind.assertSame(Kind.INT.data(0, count, peer), room, "start " + i);
                }
            }
        });
    }

    /** The elements of a vector, in a buffer of bytes, are received side by side. */
    @Test
    void derivedTypes() {
        Jmpi.run(2, () -> {
            Datatype column = Datatype.Vector(300, 1, 4, MPI.DOUBLE);
            column.Commit();
            ByteBuffer matrix = ByteBuffer.allocateDirect(4 * 300 * Double.BYTES);
            for (int i = 0; i < 4 * 300; i++) matrix.putDouble(i * Double.BYTES, i);
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(matrix, 2, 1, column, 1, TAG);
            else {
                DoubleBuffer received = DoubleBuffer.allocate(300);
                MPI.COMM_WORLD.Recv(received, 0, 300, MPI.DOUBLE, 0, TAG);
                for (int i = 0; i < 300; i++) assertEquals(4 * i + 2, received.get(i));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(CollectiveForm.class)
    void everyCollectiveOperation(CollectiveForm form) {
        for (int ranks = 1; ranks <= 3; ranks++)
            collectives(form, ranks, new Kind[] {Kind.BYTE, Kind.INT, Kind.DOUBLE}, new int[] {0, 1, 7});
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(CollectiveForm.class)
    void everyCollectiveOperationOfEveryType(CollectiveForm form) {
        for (int ranks : new int[] {1, 2, 3, 5}) collectives(form, ranks, Kind.values(), new int[] {0, 1, 9, 5000});
    }

    private static void collectives(CollectiveForm form, int ranks, Kind[] kinds, int[] counts) {
        Jmpi.run(ranks, () -> {
            Intracomm view = new CallView(MPI.COMM_WORLD, new BufferCalls(MPI.COMM_WORLD, form));
            for (Collective operation : Collective.values())
                for (Kind kind : kinds) {
                    if (kind == Kind.OBJECT) continue;
                    for (int count : counts)
                        for (int root = 0; root < (operation.rooted ? ranks : 1); root++)
                            operation.check(view, kind, count, root);
                }
        });
    }

    private static void assertRefused(int errorClass, String values, Runnable call) {
        MPIException refusal = assertThrows(MPIException.class, call::run);
        assertEquals(errorClass, refusal.Get_error_class());
        assertTrue(refusal.getMessage().contains(values), refusal.getMessage());
    }

    @Test
    void whatNoBufferCanHoldIsRefusedBeforeAnythingIsSent() {
        Jmpi.run(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            world.Errhandler_set(MPI.ERRORS_RETURN);
            int peer = 1 - Talk.rank();
            IntBuffer readOnly = IntBuffer.allocate(8).asReadOnlyBuffer();
            String isReadOnly = "HeapIntBufferR[pos=0 lim=8 cap=8]";
            assertRefused(MPI.ERR_BUFFER, isReadOnly, () -> world.Recv(readOnly, 0, 8, MPI.INT, peer, TAG));
            assertRefused(MPI.ERR_BUFFER, isReadOnly, () -> world.Irecv(readOnly, 0, 8, MPI.INT, peer, TAG));
            assertRefused(
                    MPI.ERR_BUFFER, isReadOnly, () -> world.Allreduce(new int[8], 0, readOnly, 0, 8, MPI.INT, MPI.SUM));
            assertRefused(
                    MPI.ERR_BUFFER,
                    isReadOnly,
                    () -> world.Allgather(new int[4], 0, 4, MPI.INT, readOnly, 0, 4, MPI.INT));
            assertRefused(MPI.ERR_BUFFER, isReadOnly, () -> world.Bcast(readOnly, 0, 8, MPI.INT, peer));
            assertRefused(MPI.ERR_TYPE, "IntBuffer", () -> world.Send(readOnly, 0, 8, MPI.DOUBLE, peer, TAG));
            ByteBuffer bytes = ByteBuffer.allocate(31);
            assertRefused(
                    MPI.ERR_TYPE,
                    "java.nio.ByteBuffer, but datatype OBJECT",
                    () -> world.Send(bytes, 0, 1, MPI.OBJECT, peer, TAG));
            assertRefused(MPI.ERR_COUNT, "count=8", () -> world.Send(bytes, 0, 8, MPI.INT, peer, TAG));
            IntBuffer three = IntBuffer.allocate(8).limit(3);
            assertRefused(MPI.ERR_ARG, "offset=4", () -> world.Send(three, 4, 1, MPI.INT, peer, TAG));
            Talk.assertUsable();
        });
    }

    /** A program that lowers the limit during a receive gets an error; the message is consumed. */
    @Test
    void aBufferThatBecomesShorterFailsItsOperation() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                MPI.COMM_WORLD.Send(new int[1000], 0, 1000, MPI.INT, 1, TAG);
            } else {
                ByteBuffer memory = ByteBuffer.allocateDirect(4000).order(ByteOrder.nativeOrder());
                Request receive = MPI.COMM_WORLD.Irecv(memory, 0, 1000, MPI.INT, 0, TAG);
                memory.limit(100);
                Talk.goOn(0);
                assertRefused(MPI.ERR_BUFFER, "out of bounds for length 100", receive::Wait);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void packedElements() {
        Jmpi.run(1, () -> {
            byte[] packed = new byte[32];
            IntBuffer in = IntBuffer.wrap(new int[] {1, 2, 3, 4});
            int end = MPI.COMM_SELF.Pack(in, 1, 3, MPI.INT, packed, 4);
            ByteBuffer out = ByteBuffer.allocate(16);
            assertEquals(end, MPI.COMM_SELF.Unpack(packed, 4, out, 1, 3, MPI.INT));
            for (int i = 1; i < 4; i++) assertEquals(i + 1, out.getInt(4 * i));
            assertEquals(4, Array.getLength(in.array()));
        });
    }
}

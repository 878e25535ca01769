package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Mode.Form;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class SendModesTest {
    private static final int TAG = 5;
    private static final int[] OFFSETS = {0, 3};

    static Stream<Arguments> modesAndForms() {
        return Arrays.stream(Mode.values())
                .flatMap(mode -> Arrays.stream(Form.values()).map(form -> Arguments.of(mode, form)));
    }

    @ParameterizedTest
    @MethodSource("modesAndForms")
    void everyTypeArrivesWhole(Mode mode, Form form) {
        Jmpi.run(2, () -> {
            for (Kind kind : Kind.values())
                for (int count : counts(kind))
                    for (int offset : OFFSETS)
                        for (Form receive : Form.values()) {
                            boolean posted = mode == Mode.READY || receive != Form.BLOCKING;
                            String what = kind + " x " + count + " at " + offset + ", received " + receive;
                            if (Talk.rank() == 0) send(mode, form, kind, offset, count, posted, what);
                            else if (posted) receivePosted(receive, kind, offset, count, what);
                            else receive(kind, offset, count, what);
                        }
        });
    }

    private static int[] counts(Kind kind) {
        IntStream small = IntStream.of(0, 1, 7, 1023, 1025);
        if (kind == Kind.INT || kind == Kind.DOUBLE) small = IntStream.concat(small, IntStream.of(200_000));
        if (kind == Kind.OBJECT) small = IntStream.concat(small, IntStream.of(10_000));
        return small.toArray();
    }

    private static void send(Mode mode, Form form, Kind kind, int offset, int count, boolean posted, String what) {
        Object data = kind.data(offset, count, count);
        if (posted) Talk.awaitGoOn(1);
        if (mode == Mode.BUFFERED) MPI.Buffer_attach(new byte[2 << 20]);
        mode.send(form, data, offset, count, kind.type, 1, TAG);
        if (mode == Mode.BUFFERED) MPI.Buffer_detach();
        Kind.assertSame(kind.data(offset, count, count), data, what + ": what was sent");
    }

    private static void receive(Kind kind, int offset, int count, String what) {
        Object room = kind.guards(offset, count + 1);
        Status status = MPI.COMM_WORLD.Recv(room, offset, count + 1, kind.type, 0, TAG);
        check(kind, offset, count, room, status, what);
    }

    private static void receivePosted(Form form, Kind kind, int offset, int count, String what) {
        Object room = kind.guards(offset, count + 1);
        Request request;
        if (form == Form.PERSISTENT) {
            Prequest persistent = MPI.COMM_WORLD.Recv_init(room, offset, count + 1, kind.type, 0, TAG);
            persistent.Start();
            request = persistent;
        } else request = MPI.COMM_WORLD.Irecv(room, offset, count + 1, kind.type, 0, TAG);
        Talk.goOn(0);
        check(kind, offset, count, room, request.Wait(), what);
    }

    private static void check(Kind kind, int offset, int count, Object room, Status status, String what) {
        kind.assertStatus(status, 0, TAG, count, what);
        assertTrue(!status.Test_cancelled(), what + ": cancelled");
        Kind.assertSame(kind.data(offset, count, 1, count), room, what);
    }

    @ParameterizedTest
    @EnumSource
    void everyTypeArrivesAtTheSenderItself(Mode mode) {
        Jmpi.run(2, () -> {
            for (Kind kind : Kind.values())
                for (int count : counts(kind)) {
                    Object room = kind.guards(2, count);
                    if (mode == Mode.BUFFERED) MPI.Buffer_attach(new byte[2 << 20]);
                    Request receive = MPI.COMM_SELF.Irecv(room, 2, count, kind.type, 0, TAG);
                    mode.blocking.send(MPI.COMM_SELF, kind.data(1, count, 4), 1, count, kind.type, 0, TAG);
                    kind.assertStatus(receive.Wait(), 0, TAG, count, kind + " x " + count);
                    Kind.assertSame(kind.data(2, count, 4), room, kind + " x " + count);
                    if (mode == Mode.BUFFERED) MPI.Buffer_detach();
                }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1023, 200_000})
    void synchronousSendIsNotDoneBeforeItsReceiveStarts(int count) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Request send = MPI.COMM_WORLD.Issend(new int[count], 0, count, MPI.INT, 1, TAG);
                assertNull(send.Test());
                Talk.goOn(1);
                Talk.awaitGoOn(1);
                assertNull(send.Test(), "a probe is no receive");
                Talk.goOn(1);
                send.Wait();
                assertTrue(send.Is_null());
            } else {
                Talk.awaitGoOn(0);
                Kind.INT.assertStatus(MPI.COMM_WORLD.Probe(0, TAG), 0, TAG, count, "probe");
                Talk.goOn(0);
                Talk.awaitGoOn(0);
                MPI.COMM_WORLD.Recv(new int[count], 0, count, MPI.INT, 0, TAG);
            }
        });
    }

    @Test
    void manySendsMayBeUnderWayAtOnce() {
        int messages = 3000;
        Jmpi.run(2, () -> {
            Request[] sends = new Request[messages];
            if (Talk.rank() == 0) {
                for (int i = 0; i < messages; i++)
                    sends[i] = MPI.COMM_WORLD.Isend(Kind.INT.data(1, i, i), 1, i, MPI.INT, 1, TAG);
                Talk.goOn(1);
                assertEquals(messages, Request.Waitall(sends).length);
            } else {
                Talk.awaitGoOn(0);
                for (int i = 0; i < messages; i++) {
                    Object room = Kind.INT.guards(2, i);
                    Status status = MPI.COMM_WORLD.Recv(room, 2, i, MPI.INT, 0, TAG);
                    Kind.INT.assertStatus(status, 0, TAG, i, "message " + i);
                    Kind.assertSame(Kind.INT.data(2, i, i), room, "message " + i);
                }
            }
        });
    }

    @Test
    void packedBytesAreReceivedAsBytes() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(new byte[] {1, 2, 3, 4}, 1, 2, MPI.PACKED, 1, TAG);
            else {
                byte[] room = new byte[4];
                Status status = MPI.COMM_WORLD.Recv(room, 1, 2, MPI.PACKED, 0, TAG);
                assertEquals(2, status.Get_count(MPI.PACKED));
                Kind.assertSame(new byte[] {0, 2, 3, 0}, room, "packed");
            }
        });
    }

    @Test
    void pairsCountAsItemsOfTwoElements() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Send(new int[] {0, 1, 2, 3, 4, 0}, 1, 2, MPI.INT2, 1, TAG);
                MPI.COMM_WORLD.Send(new int[] {1, 2, 3}, 0, 3, MPI.INT, 1, TAG);
            } else {
                int[] room = new int[6];
                Status status = MPI.COMM_WORLD.Recv(room, 1, 2, MPI.INT2, 0, TAG);
                assertEquals(2, status.Get_count(MPI.INT2));
                assertEquals(4, status.Get_elements(MPI.INT2));
                Kind.assertSame(new int[] {0, 1, 2, 3, 4, 0}, room, "pairs");
                status = MPI.COMM_WORLD.Recv(room, 0, 2, MPI.INT2, 0, TAG);
                assertEquals(MPI.UNDEFINED, status.Get_count(MPI.INT2), "one pair and a half");
                assertEquals(3, status.Get_elements(MPI.INT2));
            }
        });
    }
}

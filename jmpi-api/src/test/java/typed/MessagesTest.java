package typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.jmpi.Communicator;
import org.jmpi.Envelope;
import org.jmpi.Jmpi;
import org.jmpi.Message;
import org.jmpi.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages by the typed calls of package {@code org.jmpi}, from a program of another package. */
class MessagesTest {
    record Order(String item, int pieces) implements Serializable {}

    private static final Order ORDER = new Order("bolt", 12);

    static List<Object> values() {
        return Arrays.asList(
                (byte) -3,
                'x',
                (short) 7,
                true,
                42,
                1L << 40,
                0.5f,
                Math.PI,
                new byte[] {1, -1},
                new char[] {'a', 'b', 'c'},
                new short[] {5},
                new boolean[] {true, false, true},
                new int[] {1, 2, 3, 4},
                new long[] {Long.MIN_VALUE},
                new float[] {1.5f, 2.5f},
                new double[100_000],
                new int[0],
                new String[] {"a", null, "c"},
                new int[][] {{1}, {2, 3}, {}},
                new Order[] {ORDER, ORDER},
                "text",
                ORDER,
                new BigDecimal("1.5"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueArrivesAsItWasSent(Object value) {
        Talk.between(2, world -> {
            if (world.rank() == 0) world.send(value, 1, 5);
            else assertSame(value, world.receive(value.getClass(), 0, 5));
        });
    }

    /** The classes that values and arrays of primitive types may be received by, besides their own. */
    @ParameterizedTest
    @MethodSource("values")
    void aValueArrivesByEachClassThatItIsAnInstanceOf(Object value) {
        Class<?> element = value.getClass().getComponentType();
        if (element != null && !element.isPrimitive()) return;
        List<Class<?>> classes = Stream.of(
                        Object.class, Serializable.class, Comparable.class, Number.class, Cloneable.class)
                .filter(type -> type.isInstance(value))
                .collect(Collectors.toList());
        Talk.between(2, world -> {
            for (Class<?> type : classes) {
                if (world.rank() == 0) {
                    world.send(value, 1, 5);
                    world.sendAsync(value, 1, 6).join();
                    world.send(value, 1, 7);
                } else {
                    assertSame(value, world.receive(type, 0, 5));
                    assertSame(value, world.receiveAsync(type, 0, 6).join());
                    assertSame(
                            value, world.receiveMessageAsync(type, 0, 7).join().value());
                }
            }
        });
    }

    @Test
    void anArrayOfOneElementIsNoValue() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(new double[] {0.5}, 1);
                world.send(0.5, 1);
            } else {
                assertSame(new double[] {0.5}, world.receive(Object.class, 0));
                assertEquals(new Message<>(0.5, 0, 0), world.receiveMessage(Number.class, 0, 0));
            }
        });
    }

    @Test
    void aValueIsOneElementToAProbeAndToAnArray() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(42, 1);
                world.send(43, 1);
            } else {
                assertEquals(new Envelope(0, 0, 1), world.probe(0, 0));
                assertSame(new int[] {42}, world.receive(int[].class, 0));
                int[] room = new int[3];
                assertEquals(new Envelope(0, 0, 1), world.receiveInto(room, 0));
                assertEquals(43, room[0]);
            }
        });
    }

    @Test
    void longMessagesOfUnknownTypeArrive() {
        long[] sent = LongStream.range(0, 1 << 18).toArray();
        Talk.between(2, world -> {
            if (world.rank() == 0) world.send(sent, 1);
            else assertSame(sent, world.receive(Serializable.class, 0));
        });
    }

    @Test
    void aNumberIsNoText() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(1, 1, 5);
                world.send(new int[2], 1, 6);
                world.send(true, 1, 7);
            } else {
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> world.receive(String.class, 0, 5),
                        "object received is of class java.lang.Integer, not java.lang.String: source=0, tag=5");
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> world.receive(Comparable.class, 0, 6),
                        "object received is of class int[], not java.lang.Comparable: source=0, tag=6");
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> world.receive(Number.class, 0, 7),
                        "object received is of class java.lang.Boolean, not java.lang.Number: source=0, tag=7");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("values")
    void anArrayTakesItsElements(Object value) {
        if (!value.getClass().isArray()) return;
        int length = Array.getLength(value);
        Talk.between(2, world -> {
            if (world.rank() == 0) world.send(value, 1);
            else {
                Object room = Array.newInstance(value.getClass().getComponentType(), length);
                assertEquals(new Envelope(0, 0, length), world.receiveInto(room, 0));
                assertSame(value, room);
            }
        });
    }

    private static void assertSame(Object sent, Object received) {
        assertEquals(sent.getClass(), received.getClass());
        if (!Objects.deepEquals(sent, received)) assertEquals(sent, received);
    }

    @Test
    void aPrimitiveClassStandsForItsBox() {
        Talk.between(2, world -> {
            if (world.rank() == 0) world.send(42, 1);
            else {
                int received = world.receive(int.class, 0);
                assertEquals(42, received);
            }
        });
    }

    @Test
    void aReceiveWithoutATagTakesTheOldestMessage() {
        Talk.between(2, world -> {
            if (world.rank() == 0) for (int tag = 3; tag > 0; tag--) world.send(tag, 1, tag);
            else
                for (int tag = 3; tag > 0; tag--) {
                    Message<Integer> message = world.receiveMessage(Integer.class, 0, Communicator.ANY_TAG);
                    assertEquals(new Message<>(tag, 0, tag), message);
                }
        });
    }

    @Test
    void eachRankIsAnySource() {
        Talk.between(4, world -> {
            if (world.rank() > 0) world.send(new int[world.rank()], 0, world.rank());
            else {
                List<Integer> sources = new ArrayList<>();
                for (int i = 1; i < 4; i++) {
                    Message<int[]> message =
                            world.receiveMessage(int[].class, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                    assertEquals(message.source(), message.value().length);
                    assertEquals(message.source(), message.tag());
                    sources.add(message.source());
                }
                assertEquals(List.of(1, 2, 3), sources.stream().sorted().toList());
            }
        });
    }

    @Test
    void aListArrivesWithElementsOfItsClass() {
        List<Order> orders = List.of(ORDER, new Order("nut", 3));
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(orders, 1);
                world.send(orders, 1, 8);
            } else {
                assertEquals(orders, world.receiveList(Order.class, 0));
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> world.receiveList(String.class, 0, 8),
                        "object received is of class typed.MessagesTest$Order, not java.lang.String: source=0, tag=8");
            }
        });
    }

    @Test
    void nullIsAValue() {
        Talk.between(2, world -> {
            if (world.rank() == 0) world.send(null, 1);
            else assertNull(world.receive(Order.class, 0));
        });
    }

    @Test
    void aProbeNamesTheMessage() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                assertEquals(Optional.empty(), world.probeNow(1, 9));
                world.send(new long[] {1, 2, 3}, 1, 9);
            } else {
                Envelope found = world.probe(Communicator.ANY_SOURCE, 9);
                assertEquals(new Envelope(0, 9, 3), found);
                assertEquals(Optional.of(found), world.probeNow(0, Communicator.ANY_TAG));
                assertArrayEquals(new long[] {1, 2, 3}, world.receive(long[].class, 0, 9));
            }
        });
    }

    @Test
    void ranksExchangeValues() {
        Talk.between(3, world -> {
            int next = (world.rank() + 1) % 3;
            int last = (world.rank() + 2) % 3;
            assertEquals("from " + last, world.sendReceive("from " + world.rank(), next, String.class, last));
            int[] ring = world.sendReceive(new int[world.rank()], next, 4, int[].class, last, 4);
            assertEquals(last, ring.length);
            double[] both = {world.rank(), 1};
            assertEquals(new Envelope(last, 0, 2), world.sendReceiveInto(both, next, both, last));
            assertArrayEquals(new double[] {last, 1}, both);
        });
    }

    @Test
    void nobodySendsNothing() {
        Talk.between(1, world -> {
            world.send(ORDER, Communicator.PROC_NULL);
            assertNull(world.receive(Order.class, Communicator.PROC_NULL));
            assertNull(world.receive(Integer.class, Communicator.PROC_NULL));
            assertArrayEquals(new int[0], world.receive(int[].class, Communicator.PROC_NULL));
            int[] room = {7};
            assertEquals(0, world.receiveInto(room, Communicator.PROC_NULL).count());
            assertArrayEquals(new int[] {7}, room);
        });
    }

    @Test
    void packageMpiReceivesWhatTheTypedCallsSend() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(new int[] {1, 2}, 1, 3);
                world.send(ORDER, 1, 3);
                MPI.COMM_WORLD.Send(new double[] {0.5}, 0, 1, MPI.DOUBLE, 1, 3);
                MPI.COMM_WORLD.Send(new String[] {"a", "b"}, 0, 2, MPI.OBJECT, 1, 3);
            } else {
                int[] ints = new int[2];
                MPI.COMM_WORLD.Recv(ints, 0, 2, MPI.INT, 0, 3);
                assertArrayEquals(new int[] {1, 2}, ints);
                Object[] objects = new Object[1];
                MPI.COMM_WORLD.Recv(objects, 0, 1, MPI.OBJECT, 0, 3);
                assertEquals(ORDER, objects[0]);
                assertEquals(0.5, world.receive(Double.class, 0, 3));
                assertArrayEquals(new String[] {"a", "b"}, world.receive(String[].class, 0, 3));
            }
        });
    }

    // ---- errors ----

    static Stream<Talk.Fault> faults() {
        int[] ints = new int[1];
        return Stream.of(
                new Talk.Fault(MPI.ERR_RANK, "destination out of range: rank=2, size=2", world -> world.send(1, 2)),
                new Talk.Fault(MPI.ERR_RANK, "source out of range: rank=7", world -> world.receive(int[].class, 7)),
                new Talk.Fault(MPI.ERR_TAG, "tag out of range: tag=-9", world -> world.send(1, 0, -9)),
                new Talk.Fault(MPI.ERR_TYPE, "class of the value to receive is null", world -> world.receive(null, 0)),
                new Talk.Fault(MPI.ERR_TYPE, "object can't be sent", world -> world.send(new Object() {}, 0)),
                new Talk.Fault(
                        MPI.ERR_BUFFER,
                        "array to receive into is no array but a java.lang.String: pass an array",
                        world -> world.receiveInto("text", 0)),
                new Talk.Fault(
                        MPI.ERR_BUFFER,
                        "array to send is null: pass an array",
                        world -> world.sendReceiveInto(null, 0, ints, 0)),
                new Talk.Fault(
                        MPI.ERR_ARG,
                        "length of the int[] to receive is not known: pass an array to receiveIntoAsync",
                        world -> world.receiveAsync(int[].class, 0)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aWrongArgumentIsNamed(Talk.Fault fault) {
        Talk.between(2, world -> fault.assertOn(world));
    }

    @Test
    void aMessageOfAnotherTypeIsAnError() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(new double[3], 1, 1);
                world.send("text", 1, 2);
                world.send(new int[3], 1, 3);
                world.send("end", 1, 4);
            } else {
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> world.receive(int[].class, 0, 1),
                        "message of DOUBLE does not match a receive of INT: source=0, tag=1");
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> world.receive(Order.class, 0, 2),
                        "object received is of class java.lang.String, not typed.MessagesTest$Order: source=0, tag=2");
                Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.receive(int.class, 0, 3), "message is longer");
                assertEquals("end", world.receive(String.class, 0, 4));
            }
        });
    }

    @Test
    void aFailedReceiveLeavesTheWorldUsable() {
        Jmpi.run(2, () -> {
            try (World world = Jmpi.world()) {
                if (world.rank() == 0) world.send(new int[2], 1);
                else Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.receiveInto(new int[1], 0), "message=8 bytes");
                assertEquals(1, world.allReduce(world.rank(), Integer::sum));
                assertFalse(world.probeNow(Communicator.ANY_SOURCE, Communicator.ANY_TAG)
                        .isPresent());
            }
        });
    }
}

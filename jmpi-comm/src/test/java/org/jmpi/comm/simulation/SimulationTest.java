package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.communicator.Words;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.SendMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulator: the same seed gives the same run, and what is wrong is a finding. */
class SimulationTest {
    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));
    private static final int COUNT = 64;

    /** How many runs a program has. */
    private static final int SEEDS = Integer.getInteger("jmpi.simulation.runs", 20);

    /** The last of the runs that the full lane adds. */
    private static final int MOST_SEEDS = 60;

    /** How many runs are compared between two JVMs. */
    private static final int LINES = 10;

    private static UserBuffer items(int[] array) {
        return new UserBuffer(array, 0, array.length, INT);
    }

    private static void receive(Communicator world, int[] into, int source, int tag) {
        world.pointToPoint().recv(items(into), source, tag, Words.BINDING);
    }

    /** Three rounds of messages around a ring, beside a collective operation. */
    private static void ring(int rank, Communicator world) {
        int size = world.size();
        int left = (rank + size - 1) % size;
        for (int round = 0; round < 3; round++) {
            int[] got = new int[COUNT];
            int[] data = new int[COUNT];
            int[] sum = new int[1];
            Arrays.fill(data, 100 * rank + round);
            RequestHandle receive = world.pointToPoint().irecv(items(got), left, round);
            SendMode mode = round == 1 ? SendMode.SYNCHRONOUS : SendMode.STANDARD;
            RequestHandle send = world.pointToPoint().isend(mode, items(data), (rank + 1) % size, round);
            world.collectives()
                    .run(
                            "Allreduce",
                            peers -> Allreduce.run(peers, Buffer.of(new int[] {rank}), Buffer.of(sum), Predefined.SUM));
            assertEquals(size * (size - 1) / 2, sum[0]);
            receive.await(Words.BINDING);
            send.await(Words.BINDING);
            assertEquals(100 * left + round, got[COUNT - 1]);
        }
    }

    /** One thread detaches the buffer again and again while another one waits for room in it. */
    private static void detaching(int rank, Communicator world) {
        int messages = 5;
        if (rank == 1) {
            for (int i = 0; i < messages; i++) receive(world, new int[COUNT], 0, i);
            return;
        }
        if (rank != 0) return;
        world.process().attachBuffer(new byte[8 * COUNT]);
        Runnable join = Simulation.start(() -> {
            for (int i = 0; i < messages; i++)
                world.pointToPoint().send(SendMode.BUFFERED, items(new int[COUNT]), 1, i);
        });
        for (int i = 0; i < 3; i++) world.process().attachBuffer(world.process().detachBuffer());
        join.run();
        world.process().detachBuffer();
    }

    /** Two threads wait for room that one message takes, or for its end. */
    private static void waitingForOneMessage(int rank, Communicator world) {
        int messages = 15;
        if (rank == 1) for (int i = 0; i < 2 * messages; i++) receive(world, new int[COUNT], 0, Communicator.ANY_TAG);
        if (rank != 0) return;
        world.process().attachBuffer(new byte[4 * COUNT]);
        Runnable join = Simulation.start(() -> sendBuffered(world, 0, messages));
        sendBuffered(world, messages, messages);
        join.run();
        world.process().detachBuffer();
    }

    private static void sendBuffered(Communicator world, int first, int messages) {
        for (int i = first; i < first + messages; i++)
            world.pointToPoint().send(SendMode.BUFFERED, items(new int[COUNT]), 1, i);
    }

    /** Three threads of each rank, each in a communicator of its own. */
    private static void threads(int rank, Communicator world) {
        List<Communicator> others = List.of(Communicators.dup(world), Communicators.dup(world));
        List<Runnable> joins = others.stream()
                .map(other -> Simulation.start(() -> ring(rank, other)))
                .toList();
        ring(rank, world);
        joins.forEach(Runnable::run);
    }

    /** A collective operation, while each rank exchanges a message and then computes for a while. */
    private static void computing(int rank, Communicator world) {
        int[] sum = new int[COUNT];
        int[] data = new int[COUNT];
        Arrays.fill(data, rank);
        CollectiveOperation operation = new CollectiveOperation(CollectiveKind.ALLREDUCE)
                .send(new UserBuffer(data, 0, COUNT, INT))
                .receive(new UserBuffer(sum, 0, COUNT, INT));
        RequestHandle handle = world.collectives().start(operation.op(Predefined.SUM));
        int size = world.size();
        RequestHandle send = world.pointToPoint().isend(SendMode.STANDARD, items(data), (rank + 1) % size, 0);
        receive(world, new int[COUNT], (rank + size - 1) % size, 0);
        Simulation.compute(10_000_000_000L);
        assertEquals(size * (size - 1) / 2, sum[COUNT - 1], "nobody has moved the operation on");
        handle.await(Words.BINDING);
        send.await(Words.BINDING);
    }

    /** Sends that are cancelled while their receive may be on its way, beside threads that send and receive. */
    private static void cancelling(int rank, Communicator world) {
        Communicator other = Communicators.dup(world);
        int messages = 4;
        if (rank == 1) {
            for (int i = 0; i < messages; i++) {
                receive(world, new int[COUNT], 0, i);
                receive(world, new int[COUNT], 0, messages + i);
            }
            other.pointToPoint().send(SendMode.STANDARD, items(new int[1]), 0, 0);
        }
        if (rank != 0) return;
        Runnable receives = Simulation.start(() -> receive(other, new int[1], 1, 0));
        Runnable sends = Simulation.start(() -> {
            for (int i = 0; i < messages; i++)
                world.pointToPoint().send(SendMode.SYNCHRONOUS, items(new int[COUNT]), 1, messages + i);
        });
        for (int i = 0; i < messages; i++) {
            RequestHandle send = world.pointToPoint().isend(SendMode.SYNCHRONOUS, items(new int[COUNT]), 1, i);
            Simulation.compute(50_000L * i);
            send.cancel(Words.BINDING);
            String status = send.await(Words.BINDING);
            if (status.startsWith("cancelled"))
                world.pointToPoint().send(SendMode.STANDARD, items(new int[COUNT]), 1, i);
        }
        receives.run();
        sends.run();
    }

    /** One thread sends what has to arrive before the answer comes that another thread of the rank waits for. */
    private static void answering(int rank, Communicator world) {
        Communicator other = Communicators.dup(world);
        int messages = 6;
        if (rank == 1) {
            for (int i = 0; i < messages; i++) {
                receive(world, new int[COUNT], 0, i);
                other.pointToPoint().send(SendMode.STANDARD, items(new int[1]), 0, i);
            }
        }
        if (rank != 0) return;
        Runnable answers = Simulation.start(() -> {
            for (int i = 0; i < messages; i++) receive(other, new int[1], 1, i);
        });
        for (int i = 0; i < messages; i++) {
            Simulation.compute(2_000_000);
            world.pointToPoint().send(SendMode.STANDARD, items(new int[COUNT]), 1, i);
        }
        answers.run();
    }

    /** Sends that are cancelled when their receives are posted, beside a thread whose sends take free numbers. */
    private static void numbering(int rank, Communicator world) {
        int cancelled = 4;
        int others = 12;
        if (rank == 1) {
            List<RequestHandle> posted = IntStream.range(0, cancelled)
                    .mapToObj(i -> world.pointToPoint().irecv(items(new int[COUNT]), 0, i))
                    .toList();
            Simulation.compute(20_000_000);
            for (int i = 0; i < others; i++) receive(world, new int[COUNT], 0, cancelled + i);
            posted.forEach(receive -> receive.await(Words.BINDING));
        }
        if (rank != 0) return;
        Runnable sends = Simulation.start(() -> {
            List<RequestHandle> started = IntStream.range(0, others)
                    .mapToObj(i ->
                            world.pointToPoint().isend(SendMode.SYNCHRONOUS, items(new int[COUNT]), 1, cancelled + i))
                    .toList();
            started.forEach(send -> assertFalse(send.await(Words.BINDING).startsWith("cancelled")));
        });
        for (int i = 0; i < cancelled; i++) {
            RequestHandle send = world.pointToPoint().isend(SendMode.SYNCHRONOUS, items(new int[COUNT]), 1, i);
            send.cancel(Words.BINDING);
            if (send.await(Words.BINDING).startsWith("cancelled"))
                world.pointToPoint().send(SendMode.STANDARD, items(new int[COUNT]), 1, i);
        }
        sends.run();
    }

    private static Simulation.Result run(long seed, Simulation.Body body) {
        return Simulation.run(seed, 2 + (int) (seed % 3), Simulation.Options.SEEDED, body);
    }

    private static void assertNoFindings(Simulation.Body body) {
        assertNoFindings(body, 1, SEEDS);
    }

    private static void assertNoFindings(Simulation.Body body, int first, int last) {
        for (long seed = first; seed <= last; seed++) {
            Simulation.Result result = run(seed, body);
            assertEquals(List.of(), result.findings(), () -> result.line());
        }
    }

    @Test
    void messagesBesideACollectiveOperation() {
        assertNoFindings(SimulationTest::ring);
    }

    @Test
    void threadsOfOneRank() {
        assertNoFindings(SimulationTest::threads);
    }

    @Test
    void aCollectiveOperationGoesOnWhileItsRanksCompute() {
        assertNoFindings(SimulationTest::computing);
    }

    @Test
    void sendsThatAreCancelled() {
        assertNoFindings(SimulationTest::cancelling);
    }

    @Test
    void aThreadSendsWhileAnotherOneWaitsForTheAnswer() {
        assertNoFindings(SimulationTest::answering);
    }

    @Test
    void sendsThatAreCancelledBesideOthersThatTakeNumbers() {
        assertNoFindings(SimulationTest::numbering);
    }

    @Test
    void aBufferIsDetachedWhileAnotherThreadSends() {
        assertNoFindings(SimulationTest::detaching);
    }

    @Test
    void severalThreadsWaitForOneMessage() {
        assertNoFindings(SimulationTest::waitingForOneMessage);
    }

    @Tag("full")
    @Test
    @Timeout(300)
    void moreSeedsHaveNoFinding() {
        List<Simulation.Body> bodies = List.of(
                SimulationTest::ring,
                SimulationTest::threads,
                SimulationTest::computing,
                SimulationTest::cancelling,
                SimulationTest::answering,
                SimulationTest::numbering,
                SimulationTest::detaching,
                SimulationTest::waitingForOneMessage);
        for (Simulation.Body body : bodies) assertNoFindings(body, SEEDS + 1, MOST_SEEDS);
    }

    @Test
    void theSameSeedGivesTheSameRunInAnotherJvm() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SimulationTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String lines = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, other.waitFor());
        assertEquals(lines().toList(), lines.lines().toList());
        assertEquals(2 * LINES, lines().distinct().count());
    }

    /** Prints the runs that the test compares. */
    public static void main(String[] arguments) {
        lines().forEach(System.out::println);
    }

    private static Stream<String> lines() {
        Stream<String> rings = LongStream.rangeClosed(1, LINES)
                .mapToObj(seed -> run(seed, SimulationTest::ring).line());
        // Some of them lose a rank.
        Stream<String> programs = LongStream.rangeClosed(1, LINES)
                .mapToObj(seed -> SimulatedProgramsTest.run(SimulatedProgramsTest.program(seed))
                        .line());
        return Stream.concat(rings, programs);
    }

    private static String finding(Simulation.Body body) {
        List<String> findings = run(1, body).findings();
        assertEquals(1, findings.size());
        return findings.get(0);
    }

    @Test
    void ranksThatWaitForEachOtherAreAFinding() {
        String finding = finding((rank, world) -> receive(world, new int[1], 1 - Math.min(rank, 1), 7));
        assertTrue(finding.startsWith("all threads wait"), finding);
        assertTrue(finding.contains("receive from rank 1, tag 7, context 0, posted"), finding);
    }

    @Test
    void aMessageThatNobodyReceivesIsAFinding() {
        String finding = finding((rank, world) -> {
            if (rank == 0) world.pointToPoint().send(SendMode.BUFFERED, items(new int[0]), 1, 7);
        });
        assertTrue(finding.contains("message of 0 bytes from rank 0 (world rank 0), tag 7, context 0"), finding);
    }

    @Test
    void aLockThatAThreadHasWhileItWaitsIsAFinding() {
        String finding = finding((rank, world) -> {
            synchronized (world) {
                for (int i = 0; i < 1000; i++) Simulation.compute(1);
            }
        });
        assertTrue(finding.contains("has the monitor of org.jmpi.comm.communicator.Communicator"), finding);
    }

    @Test
    void whatAProgramThrowsIsAFinding() {
        String finding = finding((rank, world) -> {
            throw new IllegalStateException("told to");
        });
        assertTrue(finding.contains("told to"), finding);
    }
}

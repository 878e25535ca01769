package org.jmpi.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jmpi.comm.progress.ProgressEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.MultipleFailuresError;

/** JUnit reports the tests of {@link Fixtures} as they went on their ranks. */
class MpiTestTest {
    private static final Map<String, String> AT_ONCE = Map.of(
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.mode.default", "concurrent",
            "junit.jupiter.execution.parallel.config.strategy", "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism", "3");

    @Test
    void goodTestsPassAlsoAtTheSameTime() {
        Results.of(Fixtures.Good.class, AT_ONCE).allPassed();
        URLClassLoader loader = (URLClassLoader) System.getProperties().remove(Fixtures.LOADER);
        String ofTests = Fixtures.class.getName().replace('.', '/') + ".class";
        assertNull(loader.findResource(ofTests), "the rank's class loader is closed");
    }

    @Test
    void eachInstalledBindingHasItsWorld() {
        Results results = Results.of(Fixtures.OfTwoBindings.class);
        assertNull(results.thrown("worlds", Status.SUCCESSFUL));
        assertNull(results.thrown("raises", Status.SUCCESSFUL));
        assertEquals(
                "rank 1 of 2: expected: <0> but was: <1>",
                results.failure("fails").getMessage());
        assertTrue(results.failure("unknown").getMessage().contains("No ParameterResolver"));
    }

    @Test
    void aClassRunsItsMethodsOnRanks() {
        Results results = Results.of(Fixtures.OfClass.class);
        results.allPassed();
        assertEquals(11, results.size());
    }

    @Test
    void aMethodMayHaveAnotherAnnotationThatMakesTests() {
        Results results = Results.of(Fixtures.Competing.class);
        results.allPassed();
        assertEquals(
                "@MpiTest belongs on the class, beside @ParameterizedTest or @RepeatedTest on the method; those tests"
                        + " run on its ranks",
                results.skipped("repeated"));
        assertTrue(results.skipped("parameters").startsWith("@MpiTest belongs on the class"));
    }

    @Test
    void failuresNameTheirRanks() {
        Results results = Results.of(Fixtures.Failing.class);

        RankFailedError one = assertInstanceOf(RankFailedError.class, results.failure("onOneRank"));
        assertEquals("rank 2 of 4: expected: <6> but was: <5>", one.getMessage());
        assertEquals(2, one.rank());
        assertEquals("6", one.getExpected().getStringRepresentation());
        assertEquals("5", one.getActual().getStringRepresentation());
        assertTrue(
                Stream.of(one.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("onOneRank")),
                "the rank's own stack");

        MultipleFailuresError two = assertInstanceOf(MultipleFailuresError.class, results.failure("onTwoRanks"));
        assertEquals(
                List.of(
                        "rank 0 of 3: java.io.FileNotFoundException: no input",
                        "rank 2 of 3: java.lang.IllegalStateException: no output"),
                two.getFailures().stream().map(Throwable::getMessage).toList());
        assertEquals(
                "java.lang.IllegalArgumentException: why",
                two.getFailures().get(1).getCause().toString());

        assertEquals(
                "rank 1 of 2: the test called System.exit(3)",
                results.failure("exits").getMessage());
        assertEquals(
                List.of("rank 0 of 2: the test called System.exit(0)", "rank 1 of 2: the test called System.exit(0)"),
                ((MultipleFailuresError) results.failure("exitsInSilence"))
                        .getFailures().stream().map(Throwable::getMessage).toList());
        assertTrue(results.failure("aborts").getMessage().contains("rank 1 called MPI.Abort with code 5"));
        assertEquals(
                "rank 1 of 3: expected: <1> but was: <2>",
                results.failure("together").getMessage());
        assertEquals(
                "rank 1 of 2: java.io.FileNotFoundException: no part",
                results.failure("togetherWithACheckedException").getMessage());
        assertTrue(results.thrown("assumes", Status.ABORTED).getMessage().startsWith("rank 1 of 2: "));
    }

    @Test
    void aRankIsNamedWhateverItThrows() {
        Results results = Results.of(Fixtures.Odd.class);
        assertEquals(
                "rank 1 of 2: java.lang.StackOverflowError",
                results.failure("overflows").getMessage());
        String unprintable = Fixtures.Odd.class.getName() + "$1 (its description throws "
                + IllegalStateException.class.getName() + ")";
        assertEquals(
                "rank 0 of 2: " + unprintable,
                results.failure("throwsWhatCannotBePrinted").getMessage());
        assertEquals(
                "rank 1 of 2: " + unprintable,
                results.failure("togetherWithWhatCannotBePrinted").getMessage());
        assertEquals(
                "rank 0 of 2: the test called Runtime.halt(4)",
                results.failure("halts").getMessage());
    }

    @Test
    void whatRunsAroundATestFailsItOnItsRank() {
        Results results = Results.of(Fixtures.Around.class);
        String prefix = "rank 1 of 2: java.lang.IllegalStateException: ";
        assertEquals(prefix + "before it", results.failure("before").getMessage());
        assertEquals(prefix + "after it", results.failure("after").getMessage());
        String constructor = Results.of(Fixtures.NeedsTwo.class).failure("good").getMessage();
        assertTrue(
                constructor.startsWith("rank 0 of 1, as which the JVM of the tests makes an object of the class: "),
                constructor);
    }

    @Test
    void aDeadlockIsReportedWithEachRanksCall() {
        String message = Results.of(Fixtures.Stuck.class).failure("deadlock").getMessage();
        assertTrue(
                message.startsWith("the ranks did not end within 1 s: deadlock: rank 0 in Recv(source=1, tag=7)"
                        + " waits for rank 1 in Recv(source=0, tag=7) waits for rank 0"),
                message);
        assertTrue(message.contains("at org.jmpi.junit.Fixtures$Stuck.deadlock"), message);
        assertFalse(message.contains("org.junit"), message);
    }

    @Test
    void wrongAnnotationsFailAloneAndSayWhy() {
        Results results = Results.of(Fixtures.Wrong.class);
        assertEquals(
                "@MpiTest(np = 0) of Wrong.noRanks: at least 1 rank is needed",
                results.failure("noRanks").getMessage());
        assertEquals(
                "@MpiTest(timeout = 0.0) of Wrong.noTime: a number of seconds above 0 and below 1e9 is needed",
                results.failure("noTime").getMessage());
        String transport = results.failure("noTransport").getMessage();
        assertTrue(transport.contains("transport pigeon is not on the class path: found ["), transport);
        assertTrue(results.failure("noProcesses").getMessage().contains("processes have another transport"));
        assertTrue(results.failure("noSuchParameter").getMessage().contains("java.util.List"));
        assertNull(results.thrown("good", Status.SUCCESSFUL));
    }

    @Test
    void ranksAreProcesses() {
        System.setProperty("org.jmpi.junit.fixture", "seen");
        RankFailedError failure = assertInstanceOf(
                RankFailedError.class, Results.of(Fixtures.InProcesses.class).failure("failsOnOneRank"));
        assertEquals("rank 1 of 2: expected: <6> but was: <5>", failure.getMessage());
        assertEquals("6", failure.getExpected().getStringRepresentation());
    }

    @Test
    @Tag("full")
    void processesFailAsThreadsDo() {
        long start = System.nanoTime();
        assertEquals(new JobResult(List.of(), null), processes("good", "", 50_000_000_000L));
        // Time enough to start, on a busy machine, too.
        long limit = 6 * (System.nanoTime() - start);

        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        String deadlock;
        try {
            deadlock = processes("deadlock", "", limit).end();
        } finally {
            System.setErr(err);
        }
        assertTrue(
                deadlock.matches("the ranks did not end within [.\\d]+ s: deadlock: rank 0 in Recv(?s:.*)"), deadlock);
        assertTrue(deadlock.contains("Fixtures$Plain.deadlock"), deadlock);
        assertFalse(deadlock.contains("jmpirun: "), deadlock);
        assertFalse(printed.toString().contains("Fixtures$Plain.deadlock"), "the report is printed by JUnit alone");

        assertEquals(
                "rank 1 ended with exit code 3 (System.exit)",
                processes("exits", "socket", 50_000_000_000L).end());
        String transport = processes("good", "pigeon", 50_000_000_000L).end();
        assertTrue(transport.startsWith("no transport pigeon: there are "), transport);
    }

    private static JobResult processes(String test, String transport, long nanos) {
        Class<?> type = Fixtures.Plain.class;
        String id = "[engine:junit-jupiter]/[class:" + type.getName() + "]/[method:" + test + "(mpi.Intracomm)]";
        return new ProcessRanks(new JobRequest(test, id, Map.of(), type, 2, transport, true, Duration.ofNanos(nanos)))
                .run();
    }

    /** A JVM with many tests would else be full of the classes and of the direct memory of their ranks. */
    @Test
    void nothingIsLeftBehind() throws InterruptedException {
        Queue<WeakReference<ClassLoader>> loaders = new ConcurrentLinkedQueue<>();
        System.getProperties().put(Fixtures.LOADERS, loaders);
        try {
            Results.of(Fixtures.LeavesThings.class);
        } finally {
            System.getProperties().remove(Fixtures.LOADERS);
        }
        assertEquals(2 * 7, loaders.size());
        for (WeakReference<ClassLoader> loader : loaders) assertTrue(isCollected(loader), loader::toString);
    }

    /** Its class loader stays, but neither the engine, nor rings, nor the memory of collective operations. */
    @Test
    void aThreadThatIgnoresItsInterruptKeepsNoEngine() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        System.getProperties().put(Fixtures.LATCH, latch);
        try {
            Results.of(Fixtures.GoesOn.class).allPassed();
            assertTrue(
                    Thread.getAllStackTraces().keySet().stream()
                            .anyMatch(thread -> thread.getName().equals("ignores its interrupt")),
                    "the threads go on");
            assertTrue(becomesTrue(() -> instances(ProgressEngine.class) == 0), "an engine is left");
            assertTrue(becomesTrue(() -> directMemory() < 1 << 20), () -> directMemory() + " bytes are left");
        } finally {
            latch.countDown();
            System.getProperties().remove(Fixtures.LATCH);
        }
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Returns how many objects of a class can be reached. */
    private static long instances(Class<?> type) {
        try {
            Object histogram = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return histogram
                    .toString()
                    .lines()
                    .filter(line -> line.matches(".* " + type.getName() + "( .*)?"))
                    .count();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isCollected(WeakReference<ClassLoader> loader) throws InterruptedException {
        return becomesTrue(() -> loader.get() == null);
    }

    private static boolean becomesTrue(BooleanSupplier afterCollections) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!afterCollections.getAsBoolean() && System.nanoTime() < end) {
            WeakReference<Object> young = new WeakReference<>(new Object(), queue);
            System.gc();
            queue.remove(1000);
            Reference.reachabilityFence(young);
        }
        return afterCollections.getAsBoolean();
    }
}

package org.jmpi.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.RankFailure;
import org.jmpi.RunStoppedException;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.run.threads.RankClasses;
import org.jmpi.run.threads.SharedStreams;
import org.jmpi.world.CurrentWorld;

/** Runs a test on ranks that are threads of this JVM, each with classes of its own. */
final class ThreadRanks {
    /**
     * The beginnings of the names of classes that ranks share: JUnit's, as its annotations and exceptions mean the same
     * here and there, the engine of JMPI, and the agent of an IDE.
     */
    private static final List<String> SHARED = List.of(
            "org.junit.", "org.opentest4j.", "org.apiguardian.", "org.jmpi.comm.", "org.jmpi.run.", "com.intellij.rt.");

    private static final String THREADS = "threads";

    /** The classes of the tests, by class path: they are looked through once. */
    private static final Map<List<Path>, RankClasses> CLASSES = new ConcurrentHashMap<>();

    private final JobRequest request;
    private final RankClasses classes;
    private final List<URLClassLoader> loaders = new ArrayList<>();
    private final AtomicReferenceArray<RankOutcome> outcomes;
    private final AtomicReferenceArray<SystemExitError> exits;

    ThreadRanks(JobRequest request) {
        this.request = request;
        outcomes = new AtomicReferenceArray<>(request.ranks());
        exits = new AtomicReferenceArray<>(request.ranks());
        classes = CLASSES.computeIfAbsent(
                TestClassPath.of(request.testClass()),
                path -> RankClasses.of(path, ThreadRanks.class.getClassLoader(), ThreadRanks::isShared));
    }

    private static boolean isShared(String className) {
        return SHARED.stream().anyMatch(className::startsWith);
    }

    /** Runs the test, and returns when all ranks have ended. */
    JobResult run() {
        String transport = request.transport().isEmpty() ? THREADS : request.transport();
        SharedStreams streams = SharedStreams.share();
        try {
            Jmpi.call(request.ranks(), request.limit(), transport, () -> runRank(streams));
            return new JobResult(List.of(), null);
        } catch (Exception | Error e) {
            return result(e);
        } finally {
            streams.close();
            LeftThreads.end(request.name(), loaders);
            loaders.forEach(ThreadRanks::forget);
        }
    }

    /** A test leaves nothing behind, but for classes that a thread which goes on may use. */
    private static void forget(URLClassLoader loader) {
        try {
            loader.loadClass(CurrentWorld.class.getName()).getMethod("forget").invoke(null);
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close a jar of the class path", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot end the world of a rank", e);
        }
        JUnitCaches.forget(loader);
    }

    private Void runRank(SharedStreams streams) throws Exception {
        RankWorld world = CurrentWorld.get();
        URLClassLoader loader = loader(world.rank(), streams);
        Thread.currentThread().setContextClassLoader(loader);
        Consumer<byte[]> outcome = bytes -> outcomes.set(world.rank(), RankOutcome.of(bytes));
        try {
            Method run = loader.loadClass(RankTest.class.getName())
                    .getDeclaredMethod("run", RankWorld.class, String.class, Map.class, Consumer.class);
            run.setAccessible(true);
            run.invoke(null, world, request.id(), request.parameters(), outcome);
        } catch (InvocationTargetException e) {
            throw new RankEnd(e.getCause());
        } catch (Exception | Error e) {
            throw new RankEnd(e);
        }
        // The test may have caught it, or called System.exit on another thread.
        if (exits.get(world.rank()) != null) throw exits.get(world.rank());
        return null;
    }

    private URLClassLoader loader(int rank, SharedStreams streams) {
        URLClassLoader loader = classes.loader(streams, (code, halts) -> {
            SystemExitError error = new SystemExitError(code, halts);
            exits.compareAndSet(rank, null, error);
            throw error;
        });
        loader.setDefaultAssertionStatus(request.testClass().desiredAssertionStatus());
        synchronized (loaders) {
            loaders.add(loader);
        }
        return loader;
    }

    /** A test on one rank has called System.exit or Runtime.halt. It ends the rank, and not the JVM of all tests. */
    static final class SystemExitError extends Error {
        private static final long serialVersionUID = 1;

        SystemExitError(int code, boolean halts) {
            super("the test called " + (halts ? "Runtime.halt(" : "System.exit(") + code + ")");
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    /**
     * A rank's end by a failure, which is the cause. {@code Jmpi.call} names the rank in suppressed exceptions, and an
     * error that the JVM makes, such as a stack overflow, takes none.
     */
    private static final class RankEnd extends Exception {
        private static final long serialVersionUID = 1;

        RankEnd(Throwable cause) {
            super(CommException.describe(cause), cause);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    /** Returns the outcomes of the ranks that, as the run says, failed by themselves. */
    private JobResult result(Throwable failure) {
        TreeSet<Integer> ranks = new TreeSet<>();
        String end = null;
        for (Throwable more : Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
                .toList()) {
            if (more instanceof RankFailure of) ranks.add(of.rank());
            if (more instanceof RunStoppedException) end = more.getMessage();
        }
        for (int rank = 0; rank < request.ranks(); rank++) if (exits.get(rank) != null) ranks.add(rank);
        if (ranks.isEmpty() && end == null) end = "the ranks did not start: " + failure.getMessage();
        List<RankOutcome> failed =
                ranks.stream().map(rank -> outcome(rank, failure)).toList();
        return JobResult.of(failed, end);
    }

    /** Returns why a rank failed. It has no such outcome if it failed before JUnit ran, or after. */
    private RankOutcome outcome(int rank, Throwable failure) {
        RankOutcome known = outcomes.get(rank);
        SystemExitError exit = exits.get(rank);
        if (exit == null && known != null && !known.failures().isEmpty()) return known;
        if (exit != null) return RankOutcome.of(rank, request.ranks(), List.of(exit), false, false);
        Throwable own = Stream.of(failure.getSuppressed())
                .filter(more -> more instanceof RankFailure of && of.rank() == rank && more.getCause() != null)
                .map(Throwable::getCause)
                .findFirst()
                .orElse(failure);
        if (own instanceof RankEnd) own = own.getCause();
        return RankOutcome.of(rank, request.ranks(), List.of(own), false, false);
    }
}

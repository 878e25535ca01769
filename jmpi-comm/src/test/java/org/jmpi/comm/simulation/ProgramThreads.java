package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.RankThreads;

/** Runs a program on ranks that are threads, which the system schedules. */
final class ProgramThreads {
    private static final int LIMIT_SECONDS = 20;

    private final Program program;
    private final RankThreads world;
    private final List<RankRun> runs = new ArrayList<>();
    private final CountDownLatch ended;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private ProgramThreads(Program program) {
        this.program = program;
        Properties settings = new Properties();
        settings.putAll(ProgramSettings.of(program.seed()));
        world = RankThreads.create(program.ranks(), JmpiConfig.load(settings, Map.of()));
        ended = new CountDownLatch(program.ranks());
    }

    /** Runs a program; returns its failure in words, or null. */
    static String run(Program program) {
        return new ProgramThreads(program).run();
    }

    private String run() {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < program.ranks(); rank++) {
            world.world(rank).open();
            Communicator comm = world.world(rank).worldComm();
            RankRun run = new RankRun(program, rank, comm);
            runs.add(run);
            threads.add(new Thread(() -> run(run), "rank-" + rank));
        }
        threads.forEach(Thread::start);
        try {
            if (!ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) fail(new AssertionError("hangs: " + state()));
            for (Thread thread : threads) thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        } finally {
            world.close();
        }
        return failure.get() == null
                ? null
                : program.line() + ": " + failure.get().getMessage();
    }

    private void run(RankRun run) {
        try {
            run.run();
        } catch (Throwable e) {
            fail(e);
        } finally {
            ended.countDown();
        }
    }

    /** Ends all ranks by the first failure. */
    private void fail(Throwable cause) {
        if (failure.compareAndSet(null, cause)) world.fail(new CommException(ErrorClass.OTHER, "another rank failed"));
    }

    private String state() {
        StringBuilder text = new StringBuilder();
        for (RankRun run : runs)
            text.append("\nrank ").append(run.rank()).append(" ").append(run.doing());
        return text.append("\n").append(world.describe()).toString();
    }
}

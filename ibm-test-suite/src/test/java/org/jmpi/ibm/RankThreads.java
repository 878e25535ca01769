package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.Jmpi;

/** Ranks that are threads of this JVM, and that show what they are at when they take too long. */
final class RankThreads {
    private RankThreads() {}

    /** Runs the ranks; throws what ended one of them first. */
    static void run(int ranks, Duration limit, Jmpi.Body body) throws Throwable {
        FutureTask<Void> task = new FutureTask<>(() -> Jmpi.run(ranks, body), null);
        Thread runner = new Thread(task, "ranks");
        runner.start();
        try {
            task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            fail("not done after " + limit.toSeconds() + " s:" + stacks());
        } catch (ExecutionException e) {
            throw e.getCause();
        } finally {
            // Ends the ranks, if there still are any.
            runner.interrupt();
            runner.join();
        }
    }

    private static String stacks() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            if (!entry.getKey().getName().startsWith("rank ")) continue;
            text.append('\n').append(entry.getKey().getName());
            for (StackTraceElement frame : entry.getValue())
                text.append("\n    at ").append(frame);
        }
        return text.toString();
    }
}

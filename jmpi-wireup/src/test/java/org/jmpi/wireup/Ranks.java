package org.jmpi.wireup;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.junit.jupiter.api.function.Executable;

/** Ranks that are threads of a test. */
final class Ranks {
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(50);

    private Ranks() {}

    /** The part of one rank. */
    interface Body<T> {
        T run(int rank) throws Exception;
    }

    /** Starts a rank, whose result or failure the task has. */
    static <T> FutureTask<T> start(Callable<T> body) {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(task, "rank");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Returns what each rank returns. */
    static <T> List<T> run(int size, Body<T> body) throws Exception {
        List<FutureTask<T>> tasks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int rank = i;
            tasks.add(start(() -> body.run(rank)));
        }
        List<T> results = new ArrayList<>();
        for (FutureTask<T> task : tasks) results.add(task.get(PATIENCE, TimeUnit.NANOSECONDS));
        return results;
    }

    /** Returns the message of the exception by which a rank fails. */
    static String failure(FutureTask<?> task) {
        return assertThrows(ExecutionException.class, () -> task.get(PATIENCE, TimeUnit.NANOSECONDS))
                .getCause()
                .getMessage();
    }

    /** Returns the message of the IOException that is thrown. */
    static String refusal(Executable body) {
        return assertThrows(IOException.class, body).getMessage();
    }

    /** Waits until no thread of this name is left that an earlier request has started. */
    static void awaitNoThread(String name) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!thread.getName().equals(name)) continue;
            thread.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE));
            assertFalse(thread.isAlive(), name);
        }
    }

    static JmpiConfig config(int seconds) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.connect.timeout.s", Integer.toString(seconds));
        return JmpiConfig.load(properties, Map.of());
    }

    /** Returns variables: names and values alternately. */
    static Map<String, String> environment(Object... namesAndValues) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2)
            environment.put((String) namesAndValues[i], namesAndValues[i + 1].toString());
        return environment;
    }
}

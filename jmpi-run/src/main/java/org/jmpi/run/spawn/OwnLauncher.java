package org.jmpi.run.spawn;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.wireup.LauncherProvider;
import org.jmpi.run.job.JobBuilder;
import org.jmpi.run.job.RunningJob;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.SpawnWords;
import org.jmpi.run.system.BadInputException;

/**
 * Starts processes that a lone program or threads of a test spawn, by a jmpirun of their own. They have the class path
 * of this JVM. The JVM ends after them, unless the program ends it: then they end, too.
 */
public final class OwnLauncher implements LauncherProvider {
    private static final String SAID = "jmpirun: ";

    @Override
    public CompletableFuture<String> spawn(SpawnOrder order) {
        List<String> own = new ArrayList<>();
        try {
            // The key of the port is not to be seen on a command line.
            String classPath =
                    Installation.own().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            List<String> words = SpawnWords.of(order, List.of("-cp", classPath), true);
            RunningJob job = new JobBuilder(words.toArray(String[]::new))
                    .variable(DynamicProcesses.PARENT, order.parent())
                    .variable(DynamicProcesses.PARENT_KEY, order.key())
                    .output(System.out::println)
                    .errors(line -> take(line, own))
                    .start();
            CompletableFuture<String> end = new CompletableFuture<>();
            new Thread(() -> await(job, own, end), "jmpi-spawned").start();
            return end;
        } catch (IOException | BadInputException e) {
            throw new CommException(ErrorClass.SPAWN, "cannot start a launcher: " + e.getMessage(), e);
        }
    }

    /** Keeps what jmpirun says by itself: the call may fail by it. */
    private static void take(String line, List<String> own) {
        if (line.startsWith(SAID)) own.add(line);
        else System.err.println(line);
    }

    private static void await(RunningJob job, List<String> own, CompletableFuture<String> end) {
        try {
            int code = job.await();
            String last = own.isEmpty()
                    ? "exit code " + code
                    : own.get(own.size() - 1).substring(SAID.length());
            end.complete(code == 0 ? "the processes have ended without MPI.Init" : last);
            if (code != BadInputException.EXIT_CODE) own.forEach(System.err::println);
        } catch (InterruptedException e) {
            job.stop();
            end.complete("interrupted");
        }
    }
}

package org.jmpi.run.local;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.program.JavaCommand;

/** The stacks of JVMs of this host, read from outside by jcmd. */
final class ThreadDump {
    private static final long ANSWER_NANOS = 3_000_000_000L;
    private static final String REASON = "(before MPI.Init or after MPI.Finalize";

    private ThreadDump() {}

    /** Returns what jcmd prints of the JVMs of a process that has no connection to jmpirun. */
    static CompletableFuture<String> of(ProcessHandle process) {
        if (!process.isAlive()) return CompletableFuture.completedFuture("(has ended)");
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        long[] pids = Stream.concat(Stream.of(process), process.descendants())
                .filter(ThreadDump::isJava)
                .mapToLong(ProcessHandle::pid)
                .toArray();
        if (pids.length == 0) return CompletableFuture.completedFuture(REASON + ", and is not a Java program)");
        if (!Files.isExecutable(jcmd))
            return CompletableFuture.completedFuture(REASON + ", and there is no " + jcmd + " to ask from outside)");
        return CompletableFuture.supplyAsync(
                () -> {
                    StringBuilder text = new StringBuilder(REASON + "; from jcmd:)" + System.lineSeparator());
                    for (long pid : pids) text.append(threads(jcmd, pid));
                    return text.toString().stripTrailing();
                },
                body -> new DaemonThread(body, "jmpirun-jcmd").start());
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().filter(JavaCommand::is).isPresent();
    }

    private static String threads(Path jcmd, long pid) {
        try {
            Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "Thread.print")
                    .redirectErrorStream(true)
                    .start();
            CompletableFuture.delayedExecutor(ANSWER_NANOS, TimeUnit.NANOSECONDS)
                    .execute(process::destroyForcibly);
            return new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        } catch (IOException e) {
            return "(" + jcmd + " " + pid + " failed: " + e.getMessage() + ")";
        }
    }
}

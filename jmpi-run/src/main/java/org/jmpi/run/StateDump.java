package org.jmpi.run;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.bootstrap.BlockedCall;
import org.jmpi.comm.bootstrap.RendezvousServer;

/** Every process's Java stacks and queues, for whoever looks for the reason of a hang. */
final class StateDump {
    private static final long ANSWER_NANOS = 3_000_000_000L;

    /** A message that has been under way for so long before a call was asked about would have ended it. */
    private static final long STEADY_NANOS = 100_000_000L;

    private final JobPlan plan;
    private final Map<Integer, StringBuilder> texts = new HashMap<>();
    private final List<BlockedCall> blocked = new ArrayList<>();
    private final boolean[] complete;
    private long askedAt;
    private int missing;

    StateDump(JobPlan plan) {
        this.plan = plan;
        complete = new boolean[plan.processes()];
    }

    /** Adds a part of what a process answered. */
    synchronized void add(int process, String text, boolean last) {
        texts.computeIfAbsent(process, number -> new StringBuilder()).append(text);
        if (!last || complete[process]) return;
        complete[process] = true;
        missing--;
        notifyAll();
    }

    /**
     * Adds the calls in which a process's ranks wait. All calls that count waited at one moment, the one at which they were
     * asked about: of those that began later nobody knows whether others had ended.
     */
    synchronized void add(List<BlockedCall> calls) {
        long steady = System.nanoTime() - askedAt + STEADY_NANOS;
        for (BlockedCall call : calls)
            blocked.add(
                    call.nanos() > steady ? call : new BlockedCall(call.rank(), call.call(), List.of(), call.nanos()));
    }

    /** A rank that does not answer may be in any call, and go on. */
    private synchronized void addUnanswered(int process) {
        if (complete[process]) return;
        for (int i = 0; i < plan.ranksOf(process); i++)
            blocked.add(new BlockedCall(plan.firstRank(process) + i, "an unknown call", List.of(), 0));
    }

    /** Returns who waits for whom, as far as the processes have answered. */
    synchronized WaitGraph graph(int ranks) {
        return new WaitGraph(ranks, blocked);
    }

    /** Asks all processes, waits for their answers, and returns them. */
    String take(RendezvousServer server, List<RankProcess> processes) throws InterruptedException {
        long deadline = System.nanoTime() + ANSWER_NANOS;
        List<Integer> asked;
        synchronized (this) {
            askedAt = System.nanoTime();
            asked = server.dump().stream().map(plan::processOf).collect(Collectors.toList());
            missing += asked.size();
        }
        Map<Integer, CompletableFuture<String>> outside = new HashMap<>();
        for (RankProcess process : processes)
            if (!asked.contains(process.number())) outside.put(process.number(), jcmd(process));
        await(deadline);
        asked.forEach(this::addUnanswered);
        List<String> all = new ArrayList<>();
        for (RankProcess process : processes) {
            String title = "--- " + plan.processName(process.number()) + ", process "
                    + process.handle().pid() + " ---";
            CompletableFuture<String> text = outside.get(process.number());
            all.add(title + System.lineSeparator() + (text == null ? text(process) : join(text, deadline)));
        }
        return String.join(System.lineSeparator(), all);
    }

    private synchronized void await(long deadline) throws InterruptedException {
        for (long left = deadline - System.nanoTime(); missing > 0 && left > 0; left = deadline - System.nanoTime())
            TimeUnit.NANOSECONDS.timedWait(this, left);
    }

    private synchronized String text(RankProcess process) {
        StringBuilder text = texts.getOrDefault(process.number(), new StringBuilder());
        if (!complete[process.number()]) text.append("(the process does not answer)");
        return text.toString().stripTrailing();
    }

    /** Returns what jcmd tells of the JVMs of a process that has no connection to jmpirun. */
    private static CompletableFuture<String> jcmd(RankProcess process) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        String reason = "(before MPI.Init or after MPI.Finalize";
        if (!process.handle().isAlive()) return CompletableFuture.completedFuture("(has ended)");
        long[] pids = Stream.concat(
                        Stream.of(process.handle()), process.handle().descendants())
                .filter(StateDump::isJava)
                .mapToLong(ProcessHandle::pid)
                .toArray();
        if (pids.length == 0) return CompletableFuture.completedFuture(reason + ", and is not a Java program)");
        if (!Files.isExecutable(jcmd))
            return CompletableFuture.completedFuture(reason + ", and there is no " + jcmd + " to ask from outside)");
        return CompletableFuture.supplyAsync(
                () -> {
                    StringBuilder text = new StringBuilder(reason + "; from jcmd:)" + System.lineSeparator());
                    for (long pid : pids) text.append(threads(jcmd, pid));
                    return text.toString().stripTrailing();
                },
                StateDump::start);
    }

    private static void start(Runnable body) {
        Thread thread = new Thread(body, "jmpirun-jcmd");
        thread.setDaemon(true);
        thread.start();
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

    private static String join(CompletableFuture<String> text, long deadline) throws InterruptedException {
        try {
            return text.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return "(before MPI.Init or after MPI.Finalize, and jcmd does not answer)";
        } catch (ExecutionException e) {
            return "(before MPI.Init or after MPI.Finalize, and asking it failed: " + e.getCause() + ")";
        }
    }
}

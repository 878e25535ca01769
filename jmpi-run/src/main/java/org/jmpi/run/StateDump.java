package org.jmpi.run;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.bootstrap.RendezvousServer;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.report.StateReport;
import org.jmpi.comm.report.ThreadStack;

/** Collects what the ranks of a job are at, once: from the processes themselves, and by jcmd from those without a connection. */
final class StateDump {
    private static final long ANSWER_NANOS = 3_000_000_000L;

    private final JobPlan plan;
    private final StateReport report;
    private final StringBuilder processes = new StringBuilder();
    private final StringBuilder connections = new StringBuilder();
    private final boolean[] complete;
    private long askedAt;
    private int missing;

    StateDump(JobPlan plan) {
        this.plan = plan;
        report = new StateReport(plan.ranks());
        complete = new boolean[plan.processes()];
    }

    /** Adds the last part of what a process answered. */
    synchronized void add(int first, String queues, String ofConnections) {
        int process = plan.processOf(first);
        if (complete[process]) return;
        complete[process] = true;
        report.addQueues(first, queues);
        connections.append(ofConnections);
        missing--;
        notifyAll();
    }

    synchronized void addStacks(List<ThreadStack> stacks) {
        report.addStacks(stacks);
    }

    /**
     * Adds the calls in which a process's ranks wait. All calls that count waited at one moment, the one at which they were
     * asked about: of those that began later nobody knows whether others had ended.
     */
    synchronized void addCalls(List<BlockedCall> calls) {
        report.addCalls(calls, System.nanoTime() - askedAt + StateReport.STEADY_NANOS);
    }

    /** A rank that does not answer may be in any call, and go on. */
    private synchronized void addUnanswered(RankProcess process) {
        int number = process.number();
        if (complete[number]) return;
        List<BlockedCall> calls = new ArrayList<>();
        for (int i = 0; i < plan.ranksOf(number); i++)
            calls.add(new BlockedCall(plan.firstRank(number) + i, "an unknown call", false, List.of(), 0, ""));
        report.addCalls(calls, 0);
        addProcess(process, "(the process does not answer)");
    }

    private synchronized void addProcess(RankProcess process, String text) {
        processes.append("--- ").append(plan.processName(process.number())).append(", process ");
        processes.append(process.handle().pid()).append(" ---\n").append(text).append("\n");
    }

    /** Asks all processes and waits for their answers. */
    void take(RendezvousServer server, List<RankProcess> all) throws InterruptedException {
        long deadline = System.nanoTime() + ANSWER_NANOS;
        List<Integer> asked;
        synchronized (this) {
            askedAt = System.nanoTime();
            asked = server.dump().stream().map(plan::processOf).collect(Collectors.toList());
            missing += asked.size();
        }
        Map<RankProcess, CompletableFuture<String>> outside = new LinkedHashMap<>();
        for (RankProcess process : all) if (!asked.contains(process.number())) outside.put(process, jcmd(process));
        await(deadline);
        for (RankProcess process : all) if (asked.contains(process.number())) addUnanswered(process);
        for (Map.Entry<RankProcess, CompletableFuture<String>> each : outside.entrySet())
            addProcess(each.getKey(), join(each.getValue(), deadline));
    }

    /** Returns which ranks wait for which, a line each. */
    synchronized List<String> diagnosis() {
        return report.diagnosis();
    }

    /** @param whole whether with the library's frames and threads, and with the state of connections */
    synchronized String states(boolean whole) {
        return report.states(whole) + System.lineSeparator() + (whole ? connections : "") + processes;
    }

    private synchronized void await(long deadline) throws InterruptedException {
        for (long left = deadline - System.nanoTime(); missing > 0 && left > 0; left = deadline - System.nanoTime())
            TimeUnit.NANOSECONDS.timedWait(this, left);
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

package org.jmpi.run.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LaunchedRanks;
import org.jmpi.comm.control.ThreadStack;
import org.jmpi.comm.report.StateReport;
import org.jmpi.run.plan.JobPlan;

/**
 * Collects what the ranks of a job are at, once: from the processes themselves, and by jcmd from those without a
 * connection.
 */
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
     * Adds the calls in which a process's ranks wait. All calls that count waited at one moment, the one at which they
     * were asked about: of those that began later it is not known whether others had ended.
     */
    synchronized void addCalls(List<BlockedCall> calls) {
        report.addCalls(calls, System.nanoTime() - askedAt + StateReport.STEADY_NANOS);
    }

    /** A rank that does not answer may be in any call, and go on. */
    private synchronized void addUnanswered(int number, long pid) {
        if (complete[number]) return;
        List<BlockedCall> calls = new ArrayList<>();
        for (int i = 0; i < plan.ranksOf(number); i++)
            calls.add(new BlockedCall(plan.firstRank(number) + i, "an unknown call", false, List.of(), 0, ""));
        report.addCalls(calls, 0);
        addProcess(number, pid, "(the process does not answer)");
    }

    private synchronized void addProcess(int process, long pid, String text) {
        processes.append("--- ").append(plan.processPlace(process)).append(", process ");
        processes.append(pid).append(" ---\n").append(text).append("\n");
    }

    /**
     * Asks all processes and waits for their answers.
     *
     * @param pids the id of each process that was started, by its number
     */
    void take(LaunchedRanks ranks, JobHosts hosts, Map<Integer, Long> pids) throws InterruptedException {
        long deadline = System.nanoTime() + ANSWER_NANOS;
        List<Integer> asked;
        synchronized (this) {
            askedAt = System.nanoTime();
            asked = ranks.sendAll(new ControlMessage.Dump()).stream()
                    .map(plan::processOf)
                    .collect(Collectors.toList());
            missing += asked.size();
        }
        Map<Integer, CompletableFuture<String>> outside = new TreeMap<>();
        for (int process : pids.keySet()) if (!asked.contains(process)) outside.put(process, hosts.threads(process));
        await(deadline);
        for (int process : asked) if (pids.containsKey(process)) addUnanswered(process, pids.get(process));
        for (Map.Entry<Integer, CompletableFuture<String>> each : outside.entrySet())
            addProcess(each.getKey(), pids.get(each.getKey()), join(each.getValue(), deadline));
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

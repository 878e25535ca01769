package org.jmpi.run;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.bootstrap.LauncherLink;

/**
 * Finds out why a job fails, from what happens in the order in which it becomes known. Plain data: no thread, no clock.
 *
 * <p>When a rank dies its peers notice lost connections, and may say so before the operating system tells of the death.
 * So a lost peer, and whatever befalls a rank after it lost one, is the cause only if nothing better comes up within
 * {@value #SETTLE_NANOS} ns.
 */
final class JobOutcome {
    private static final long SETTLE_NANOS = 1_000_000_000L;

    private static final String OUT_OF_MEMORY = OutOfMemoryError.class.getName();

    private final JobPlan plan;

    // Of each process:

    private final boolean[] joined;
    private final Integer[] exitCodes;

    /** The rank that ends the JVM which it shares; null if none. */
    private final Integer[] exiting;

    // Of each rank:

    private final boolean[] finalized;
    private final boolean[] ended;

    /** The first peer that it lost; null if none. */
    private final Integer[] lostPeers;

    private Cause primary;
    private Cause secondary;
    private long secondarySince;

    /** Why the job failed, in one line, and jmpirun's exit code for it. */
    record Cause(int exitCode, String line) {
        /** Whoever read the output has seen enough, as head has: nothing is said. */
        static final Cause UNREAD = new Cause(Signal.SIGPIPE.exitCode(), "");
    }

    JobOutcome(JobPlan plan) {
        this.plan = plan;
        joined = new boolean[plan.processes()];
        exitCodes = new Integer[plan.processes()];
        exiting = new Integer[plan.processes()];
        finalized = new boolean[plan.ranks()];
        ended = new boolean[plan.ranks()];
        lostPeers = new Integer[plan.ranks()];
    }

    /** A process is in MPI.Init. */
    void joined(int process) {
        joined[process] = true;
        for (int other = 0; other < exitCodes.length; other++) checkJoined(other);
    }

    /** A rank passed MPI.Finalize. */
    void finalized(int rank) {
        if (isRank(rank)) finalized[rank] = true;
    }

    /** A rank that shares its JVM has come to its end. */
    void ended(int rank) {
        if (!isRank(rank)) return;
        ended[rank] = true;
        checkFinalized(rank);
    }

    void aborted(int rank, int code, String message) {
        String line = name(rank) + " called MPI.Abort with code " + code;
        if (!message.isBlank() && !message.startsWith(line)) line += ": " + firstLine(message);
        // A shell sees the low 8 bits only, and a failure must not look like success to it.
        int exitCode = code != 0 && (code & 0xff) == 0 ? 1 : code & 0xff;
        primary(new Cause(exitCode, line));
    }

    void failed(int rank, String text, long now) {
        Cause cause = new Cause(1, outOfMemory(name(rank), text).orElse(name(rank) + " failed: " + firstLine(text)));
        if (hasLostPeer(rank)) secondary(cause, now);
        else primary(cause);
    }

    /** A rank that shares its JVM calls System.exit; the code is known when the JVM has ended. */
    void exits(int rank) {
        if (isRank(rank)) exiting[plan.processOf(rank)] = rank;
    }

    void peerLost(int rank, int peer, String message, long now) {
        String line = firstLine(message);
        // The ranks' own lines name the host, the cause and the finder.
        secondary(new Cause(1, line.startsWith("rank") ? line : name(rank) + " lost rank " + peer + ": " + line), now);
        if (!isRank(rank) || !isRank(peer)) return;
        if (lostPeers[rank] == null) lostPeers[rank] = peer;
        checkFinalized(peer);
    }

    /** @param exception what ended the process according to its last words; null if it left none */
    void exited(int process, int code, String exception, long now) {
        exitCodes[process] = code;
        if (exiting[process] != null) {
            primary(exit(exiting[process], process, code));
        } else if (code == 0) {
            checkJoined(process);
            ranks(process).forEach(this::checkFinalized);
            checkEnded(process);
        } else if (plan.hosted() && code == Cause.UNREAD.exitCode()) {
            // No JVM is killed by this signal: ranks that share one write the output, and end so if nobody reads it.
            primary(Cause.UNREAD);
        } else if (plan.ranksOf(process) > 1 && code == LauncherLink.OUT_OF_MEMORY_CODE) {
            // System.exit of a rank is told before the JVM ends.
            primary(new Cause(1, plan.processPlace(process) + ": out of memory (-Xmx sets the size of the heap)"));
        } else {
            String name = plan.processPlace(process);
            String line = outOfMemory(name, exception).orElseGet(() -> name + " " + manner(process, code, exception));
            Cause cause = new Cause(code, line);
            if (ranks(process).anyMatch(this::hasLostPeer)) secondary(cause, now);
            else primary(cause);
        }
    }

    /** A host does not answer any more, or its agent has ended, and so all ranks on it are lost. */
    void hostLost(int host, String reason) {
        List<Integer> processes = plan.processesOn(host);
        if (processes.stream().allMatch(process -> exitCodes[process] != null)) return;
        String names = processes.stream().map(plan::ranksName).collect(Collectors.joining(", "));
        primary(new Cause(1, plan.hosts().get(host) + " is lost, and with it " + names + ": " + reason));
    }

    private IntStream ranks(int process) {
        int first = plan.firstRank(process);
        return IntStream.range(first, first + plan.ranksOf(process));
    }

    private Cause exit(int rank, int process, int code) {
        if (code != 0) return new Cause(code, name(rank) + " ended with exit code " + code + " (System.exit)");
        String sharing = plan.oneJvm() ? "all ranks share" : plan.ranksName(process) + " share";
        return new Cause(
                1, name(rank) + " ended the JVM that " + sharing + " with System.exit(0) before they had ended");
    }

    private String manner(int process, int code, String exception) {
        Optional<Signal> signal = Signal.ofExitCode(code);
        if (signal.isPresent()) {
            String detail = signal.get() == Signal.SIGABRT && exception != null ? ": " + exception : "";
            return "was killed by signal " + signal.get().number() + " (" + signal.get() + ")" + detail;
        }
        String ended = "ended with exit code " + code;
        if (exception != null) return ended + ": " + exception;
        // A JVM that cannot start ends with 1, too.
        return plan.app(process).java() && (code != 1 || joined[process]) ? ended + " (System.exit)" : ended;
    }

    /** An end with exit code 0 is a failure, too, if others wait for that process in MPI.Init. */
    private void checkJoined(int process) {
        if (exitCodes[process] == null || exitCodes[process] != 0 || joined[process] || !anyJoined()) return;
        primary(new Cause(
                1,
                plan.processPlace(process) + " ended with exit code 0 but never called MPI.Init, in which others wait"
                        + " for it"));
    }

    /** A JVM of several ranks must not end before they have: each tells of its end. */
    private void checkEnded(int process) {
        List<String> cut = ranks(process)
                .filter(rank -> !ended[rank])
                .mapToObj(String::valueOf)
                .toList();
        if (!plan.hosted() || cut.isEmpty()) return;
        primary(new Cause(
                1,
                plan.processPlace(process) + " was ended by Runtime.halt(0) or System.exit(0) before "
                        + (cut.size() == 1 ? "rank " : "ranks ") + String.join(", ", cut)
                        + " had ended"));
    }

    /** An orderly end without MPI.Finalize is a failure, too, if others still need that rank. */
    private void checkFinalized(int rank) {
        int process = plan.processOf(rank);
        boolean exited = exitCodes[process] != null && exitCodes[process] == 0;
        int waiting = Arrays.asList(lostPeers).indexOf(rank);
        if (finalized[rank] || !joined[process] || waiting < 0 || !ended[rank] && !exited) return;
        String how = plan.hosted() ? " ended " : " ended with exit code 0 but ";
        primary(new Cause(1, name(rank) + how + "without MPI.Finalize, while " + name(waiting) + " still needed it"));
    }

    private boolean isRank(int rank) {
        return rank >= 0 && rank < lostPeers.length;
    }

    private boolean hasLostPeer(int rank) {
        return isRank(rank) && lostPeers[rank] != null;
    }

    private boolean anyJoined() {
        for (boolean one : joined) if (one) return true;
        return false;
    }

    private void primary(Cause cause) {
        if (primary == null) primary = cause;
    }

    private void secondary(Cause cause, long now) {
        if (secondary != null) return;
        secondary = cause;
        secondarySince = now;
    }

    /** Returns why the job failed, empty if it did not or that is not sure yet. */
    Optional<Cause> cause(long now) {
        if (primary != null) return Optional.of(primary);
        boolean settled = secondary != null && (now - secondarySince >= SETTLE_NANOS || allExited());
        return settled ? Optional.of(secondary) : Optional.empty();
    }

    /**
     * Returns in how many ns {@link #cause} may have another answer though nothing happens; the longest time if never.
     */
    long unsureNanos(long now) {
        return secondary == null || primary != null ? Long.MAX_VALUE : Math.max(0, secondarySince + SETTLE_NANOS - now);
    }

    boolean allExited() {
        for (Integer code : exitCodes) if (code == null) return false;
        return true;
    }

    /**
     * Returns the line for a rank whose exception, told in the first line of a text, means that there was no memory.
     */
    private static Optional<String> outOfMemory(String name, String text) {
        String line = text == null ? "" : firstLine(text);
        int at = line.indexOf(OUT_OF_MEMORY);
        if (at < 0) return Optional.empty();
        String what = line.substring(at + OUT_OF_MEMORY.length()).replaceFirst("^: ", "");
        String hint =
                what.startsWith("Java heap space") || what.startsWith("GC overhead") ? " (-Xmx sets its size)" : "";
        return Optional.of(name + ": out of memory" + (what.isEmpty() ? "" : ": " + what) + hint);
    }

    private String name(int rank) {
        return "rank " + rank + (isRank(rank) ? plan.place(plan.processOf(rank)) : "");
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }
}

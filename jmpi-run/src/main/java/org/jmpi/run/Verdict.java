package org.jmpi.run;

import java.util.Arrays;
import java.util.Optional;

/**
 * Finds out why a job fails, from what happens in the order in which it becomes known. Plain data: no thread, no clock.
 *
 * <p>When a rank dies its peers notice lost connections, and may say so before the operating system tells of the death.
 * So a lost peer, and whatever befalls a rank after it lost one, is the cause only if nothing better comes up within
 * {@value #SETTLE_NANOS} ns.
 */
final class Verdict {
    private static final long SETTLE_NANOS = 1_000_000_000L;

    private final JobPlan plan;
    private final boolean[] joined;
    private final boolean[] finalized;
    /** The first peer that each process lost; null if none. */
    private final Integer[] lostPeers;

    private final Integer[] exitCodes;
    private int exitingRank = -1;
    private Cause primary;
    private Cause secondary;
    private long secondarySince;

    /** Why the job failed, in one line, and jmpirun's exit code for it. */
    record Cause(int exitCode, String line) {}

    Verdict(JobPlan plan) {
        this.plan = plan;
        int processes = plan.processes();
        joined = new boolean[processes];
        finalized = new boolean[processes];
        lostPeers = new Integer[processes];
        exitCodes = new Integer[processes];
    }

    /** A process is in MPI.Init. */
    void joined(int process) {
        joined[process] = true;
        for (int other = 0; other < exitCodes.length; other++) checkEndedWell(other);
    }

    /** A rank passed MPI.Finalize. */
    void finalized(int process) {
        finalized[process] = true;
    }

    void aborted(int rank, int code, String message) {
        String line = name(rank) + " called MPI.Abort with code " + code;
        if (!message.isBlank() && !message.startsWith(line)) line += ": " + firstLine(message);
        // A shell sees the low 8 bits only, and a failure must not look like success to it.
        int exitCode = code != 0 && (code & 0xff) == 0 ? 1 : code & 0xff;
        primary(new Cause(exitCode, line));
    }

    void failed(int rank, String text, long now) {
        Cause cause = new Cause(1, name(rank) + " failed: " + firstLine(text));
        if (hasLostPeer(rank)) secondary(cause, now);
        else primary(cause);
    }

    /** A rank that shares its JVM calls System.exit; the code is known when the JVM has ended. */
    void exits(int rank) {
        exitingRank = rank;
    }

    void peerLost(int rank, int peer, String message, long now) {
        secondary(new Cause(1, name(rank) + " lost rank " + peer + ": " + firstLine(message)), now);
        if (plan.oneJvm() || peer < 0 || peer >= lostPeers.length) return;
        if (lostPeers[rank] == null) lostPeers[rank] = peer;
        checkEndedWell(peer);
    }

    /** @param exception what ended the process according to its last words; null if it left none */
    void exited(int process, int code, String exception, long now) {
        exitCodes[process] = code;
        if (exitingRank >= 0) {
            primary(exit(code));
        } else if (code == 0) {
            checkEndedWell(process);
        } else {
            Cause cause = new Cause(code, plan.processName(process) + " " + manner(process, code, exception));
            if (hasLostPeer(process)) secondary(cause, now);
            else primary(cause);
        }
    }

    private Cause exit(int code) {
        if (code != 0) return new Cause(code, name(exitingRank) + " ended with exit code " + code + " (System.exit)");
        return new Cause(
                1,
                name(exitingRank) + " ended the JVM that all ranks share with System.exit(0)"
                        + " before they had ended");
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
        return plan.java() && (code != 1 || joined[process]) ? ended + " (System.exit)" : ended;
    }

    /** An end with exit code 0 is a failure, too, if others wait for that rank. */
    private void checkEndedWell(int process) {
        if (exitCodes[process] == null || exitCodes[process] != 0 || finalized[process]) return;
        String ended = plan.processName(process) + " ended with exit code 0 but ";
        int waiting = Arrays.asList(lostPeers).indexOf(process);
        if (!joined[process] && anyJoined())
            primary(new Cause(1, ended + "never called MPI.Init, in which others wait for it"));
        if (joined[process] && waiting >= 0)
            primary(new Cause(1, ended + "without MPI.Finalize, while " + name(waiting) + " still needed it"));
    }

    private boolean hasLostPeer(int rank) {
        return rank >= 0 && rank < lostPeers.length && lostPeers[rank] != null;
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

    /** Returns in how many ns {@link #cause} may have another answer though nothing happens; the longest time if never. */
    long unsureNanos(long now) {
        return secondary == null || primary != null ? Long.MAX_VALUE : Math.max(0, secondarySince + SETTLE_NANOS - now);
    }

    boolean allExited() {
        for (Integer code : exitCodes) if (code == null) return false;
        return true;
    }

    private static String name(int rank) {
        return "rank " + rank;
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }
}

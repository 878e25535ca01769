package org.jmpi.run.lifecycle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.system.Signal;

/**
 * Finds out why a job fails, from what happens in the order in which it becomes known. Plain data: no thread, no clock.
 *
 * <p>When a rank dies its peers notice lost connections, and may say so before the operating system reports the death.
 * So a lost peer is the cause only if nothing better comes up within {@value #SETTLE_NANOS} ns. A failure of a rank
 * that has lost a peer follows from that. A peer that ended without MPI.Finalize is no cause once the rank that lost it
 * has ended well, too: a daemon thread of that rank may have waited for a message of any source.
 */
final class JobOutcome {
    private static final long SETTLE_NANOS = 1_000_000_000L;

    private static final String OUT_OF_MEMORY = OutOfMemoryError.class.getName();
    private static final String HEAP_HINT = " (-Xmx sets its size)";

    private final JobPlan plan;
    private final boolean continues;
    private final List<String> news = new ArrayList<>();
    private boolean aborted;

    // Of each process:

    private final BitSet joined = new BitSet();
    private final Integer[] exitCodes;

    /** The rank that ends the JVM which it shares; null if none. */
    private final Integer[] exiting;

    // Of each rank:

    private final BitSet finalized = new BitSet();

    /** Whether its exception is known, which ends its process. */
    private final BitSet failed = new BitSet();

    private final BitSet ended = new BitSet();

    private Cause primary;

    /** Why each rank has failed, unless that follows from the failure of another one. */
    private final SortedMap<Integer, String> failures = new TreeMap<>();

    /** In the order in which they became known. */
    private final List<Loss> losses = new ArrayList<>();

    /** Why the job failed, in one line, and jmpirun's exit code for it. */
    record Cause(int exitCode, String line) {
        /** The reader has closed the pipe (SIGPIPE), as head does: exits silently. */
        static final Cause UNREAD = new Cause(Signal.SIGPIPE.exitCode(), "");
    }

    /**
     * A rank has lost a peer.
     *
     * @param line why, if nothing better comes up
     * @param reported the rank that the line is about
     * @param since when that became known, in ns
     */
    private record Loss(int rank, int peer, String line, int reported, long since) {}

    JobOutcome(JobPlan plan) {
        this.plan = plan;
        continues = plan.continues();
        exitCodes = new Integer[plan.processes()];
        exiting = new Integer[plan.processes()];
    }

    /** A process is in MPI.Init. */
    void joined(int process) {
        boolean wentOn = primary != null && goesOn();
        joined.set(process);
        if (wentOn && !goesOn())
            primary = new Cause(primary.exitCode, primary.line + "; others wait for it in MPI.Init");
        for (int other = 0; other < exitCodes.length; other++) checkJoined(other);
    }

    /** A rank passed MPI.Finalize. */
    void finalized(int rank) {
        if (isRank(rank)) finalized.set(rank);
    }

    /** Returns whether a rank that was in MPI.Init has not passed MPI.Finalize, which removes what it has made. */
    boolean isUnfinalized() {
        return IntStream.range(0, plan.ranks())
                .anyMatch(rank -> joined.get(plan.processOf(rank)) && !finalized.get(rank));
    }

    /** Returns whether a rank was in MPI.Init. */
    boolean hasJoined() {
        return !joined.isEmpty();
    }

    /** Returns whether ranks were in MPI.Init and none of them has passed MPI.Finalize. */
    boolean hasNoFinalize() {
        return finalized.isEmpty() && isUnfinalized();
    }

    /** A rank that shares its JVM has come to its end. */
    void ended(int rank) {
        if (isRank(rank)) ended.set(rank);
    }

    void aborted(int rank, int code, String message) {
        String line = name(rank) + " called MPI.Abort with code " + code;
        if (!message.isBlank() && !message.startsWith(line)) line += ": " + firstLine(message);
        // A shell sees the low 8 bits only, and a failure must not look like success to it.
        int exitCode = code != 0 && (code & 0xff) == 0 ? 1 : code & 0xff;
        aborted = true;
        primary(new Cause(exitCode, line), IntStream.of(rank));
    }

    void failed(int rank, String text) {
        if (hasLostPeer(rank)) return;
        if (isRank(rank)) failed.set(rank);
        String line = heapOfSeveral(rank, text)
                .or(() -> outOfMemory(name(rank), text))
                .orElseGet(() -> name(rank) + " failed: " + firstLine(text));
        primary(new Cause(1, line), IntStream.of(rank));
    }

    /** A rank that shares its JVM calls System.exit; the code is known when the JVM has ended. */
    void exits(int rank) {
        if (isRank(rank)) exiting[plan.processOf(rank)] = rank;
    }

    void peerLost(int rank, int peer, String message, long now) {
        String line = firstLine(message);
        // The ranks' own lines name the host, the cause and the finder.
        boolean ofPeer = line.startsWith("rank");
        if (!ofPeer) line = name(rank) + " lost rank " + peer + ": " + line;
        losses.add(new Loss(rank, peer, line, ofPeer ? peer : rank, now));
    }

    /** @param exception what ended the process according to its last words; null if it left none */
    void exited(int process, int code, String exception) {
        // It was lost with its host, whose agent has ended it.
        if (exitCodes[process] != null) return;
        exitCodes[process] = code;
        if (exiting[process] != null) {
            primary(exit(exiting[process], process, code), IntStream.of(exiting[process]));
        } else if (code == 0) {
            checkJoined(process);
            checkEnded(process);
        } else if (plan.ranksAreThreads() && code == Cause.UNREAD.exitCode()) {
            // No JVM is killed by this signal: ranks that share one write the output, and end so if the pipe has no
            // reader.
            primary(Cause.UNREAD, IntStream.empty());
        } else if (plan.ranksOf(process) > 1 && code == LauncherLink.OUT_OF_MEMORY_CODE) {
            // A rank reports its System.exit before the JVM ends.
            primary(
                    new Cause(1, plan.processPlace(process) + ": out of memory (-Xmx sets the size of the heap)"),
                    ranks(process));
        } else if (ranks(process).noneMatch(rank -> hasLostPeer(rank) || failed.get(rank))) {
            String name = plan.processPlace(process);
            String line = outOfMemory(name, exception).orElseGet(() -> name + " " + manner(process, code, exception));
            primary(new Cause(code, line), ranks(process));
        }
    }

    /** A host does not answer any more, or its agent has ended, and so all ranks on it are lost. */
    void hostLost(int host, String reason) {
        List<Integer> processes = plan.processesOn(host);
        if (processes.stream().allMatch(process -> exitCodes[process] != null)) return;
        String names = processes.stream().map(plan::ranksName).collect(Collectors.joining(", "));
        primary(
                new Cause(1, plan.hosts().get(host) + " is lost, and with it " + names + ": " + reason),
                processes.stream().flatMapToInt(this::ranks));
        if (continues) for (int process : processes) if (exitCodes[process] == null) exitCodes[process] = 1;
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
        return plan.app(process).java() && (code != 1 || joined.get(process)) ? ended + " (System.exit)" : ended;
    }

    /** An end with exit code 0 is a failure, too, if others wait for that process in MPI.Init. */
    private void checkJoined(int process) {
        if (exitCodes[process] == null || exitCodes[process] != 0 || joined.get(process) || joined.isEmpty()) return;
        primary(
                new Cause(
                        1,
                        plan.processPlace(process)
                                + " ended with exit code 0 but never called MPI.Init, in which others wait for it"),
                ranks(process));
    }

    /** A JVM of several ranks must not end before they have: each reports its end. */
    private void checkEnded(int process) {
        int[] cut = ranks(process).filter(rank -> !ended.get(rank)).toArray();
        if (!plan.ranksAreThreads() || cut.length == 0) return;
        String names = IntStream.of(cut).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        primary(
                new Cause(
                        1,
                        plan.processPlace(process) + " was ended by Runtime.halt(0) or System.exit(0) before "
                                + (cut.length == 1 ? "rank " : "ranks ") + names + " had ended"),
                IntStream.of(cut));
    }

    private boolean isRank(int rank) {
        return rank >= 0 && rank < plan.ranks();
    }

    private boolean hasLostPeer(int rank) {
        return possibleLosses().anyMatch(loss -> loss.rank == rank);
    }

    /** Returns the losses of ranks that have not ended well since. */
    private Stream<Loss> possibleLosses() {
        return losses.stream().filter(loss -> !hasEndedWell(loss.rank) || hasFinalized(loss.peer));
    }

    private boolean hasEndedWell(int rank) {
        if (!isRank(rank)) return false;
        Integer code = exitCodes[plan.processOf(rank)];
        return ended.get(rank) || code != null && code == 0;
    }

    private boolean hasFinalized(int rank) {
        return isRank(rank) && finalized.get(rank);
    }

    private boolean endedWithoutFinalize(int rank) {
        return hasEndedWell(rank) && !finalized.get(rank) && joined.get(plan.processOf(rank));
    }

    /**
     * Returns the best known cause: a rank has ended though others need it, or else the loss that was reported first.
     */
    private Loss best(Loss first) {
        String how = plan.ranksAreThreads() ? " ended " : " ended with exit code 0 but ";
        return possibleLosses()
                .filter(loss -> endedWithoutFinalize(loss.peer))
                .findFirst()
                .map(loss -> new Loss(
                        loss.rank,
                        loss.peer,
                        name(loss.peer) + how + "without MPI.Finalize, while " + name(loss.rank) + " still needed it",
                        loss.peer,
                        loss.since))
                .orElse(first);
    }

    private void primary(Cause cause, IntStream ranks) {
        if (primary == null) primary = cause;
        ranks.forEach(rank -> failures.putIfAbsent(rank, cause.line));
        if (goesOn()) news.add(cause.line + "; the other ranks go on (--continue)");
    }

    /** Returns a line for each failure since the last call that has left the other ranks running. */
    List<String> news() {
        List<String> lines = List.copyOf(news);
        news.clear();
        return lines;
    }

    /**
     * Returns whether ranks still go on though others have failed. A rank in MPI.Init waits for all others; commands
     * may never call it.
     */
    private boolean goesOn() {
        if (!continues || aborted || allExited()) return false;
        return joined.isEmpty() || joined.cardinality() == plan.processes();
    }

    /** Returns why the job failed, empty if it did not, that is not sure yet, or other ranks go on. */
    Optional<Cause> cause(long now) {
        if (goesOn()) return Optional.empty();
        if (primary != null) return Optional.of(primary);
        return settledLoss(now).map(loss -> new Cause(1, loss.line));
    }

    private Optional<Loss> settledLoss(long now) {
        return possibleLosses()
                .findFirst()
                .filter(loss -> now - loss.since >= SETTLE_NANOS || allExited())
                .map(this::best);
    }

    /** Returns why ranks have failed so far, by rank; those are left out that only lost one of these. */
    SortedMap<Integer, String> failures(long now) {
        SortedMap<Integer, String> all = new TreeMap<>(failures);
        if (primary == null) settledLoss(now).ifPresent(loss -> all.put(loss.reported, loss.line));
        return all;
    }

    /**
     * Returns in how many ns {@link #cause} may have another answer though nothing happens; the longest time if never.
     */
    long unsureNanos(long now) {
        if (primary != null || goesOn()) return Long.MAX_VALUE;
        return possibleLosses()
                .findFirst()
                .map(loss -> Math.max(0, loss.since + SETTLE_NANOS - now))
                .orElse(Long.MAX_VALUE);
    }

    boolean allExited() {
        return !Arrays.asList(exitCodes).contains(null);
    }

    /**
     * Returns the line for a rank whose exception, told in the first line of a text, means that there was no memory.
     */
    private static Optional<String> outOfMemory(String name, String text) {
        String line = text == null ? "" : firstLine(text);
        int at = line.indexOf(OUT_OF_MEMORY);
        if (at < 0) return Optional.empty();
        String what = line.substring(at + OUT_OF_MEMORY.length()).replaceFirst("^: ", "");
        String hint = isHeap(what) ? HEAP_HINT : "";
        return Optional.of(name + ": out of memory" + (what.isEmpty() ? "" : ": " + what) + hint);
    }

    private static boolean isHeap(String what) {
        return what.startsWith("Java heap space") || what.startsWith("GC overhead");
    }

    /** Returns the line for ranks that share a full heap: no count shows which of them holds the objects in it. */
    private Optional<String> heapOfSeveral(int rank, String text) {
        if (!isRank(rank) || plan.ranksOf(plan.processOf(rank)) == 1) return Optional.empty();
        return outOfMemory(plan.processPlace(plan.processOf(rank)), text).filter(line -> line.endsWith(HEAP_HINT));
    }

    private String name(int rank) {
        return "rank " + rank + (isRank(rank) ? plan.place(plan.processOf(rank)) : "");
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }
}

package org.jmpi.comm.bootstrap;

/**
 * The kinds of message between a process, which is one rank or several, and its launcher.
 *
 * <pre>
 *       rank                            launcher
 *        | -- (proof of the secret) ------&gt; |
 *        | -- HELLO ----------------------&gt; |
 *        |                                  |  until every rank said HELLO
 *        | &lt;---------------------- TABLE -- |
 *        |          ... the job ...         |
 *        | -- FINALIZED ------------------&gt; |
 *        | -- (end of the process) -------&gt; |
 * </pre>
 *
 * <p>A text is a length (4) and that many bytes of UTF-8. The constants' order is the wire's; add at the end.
 */
enum ControlKind {
    /**
     * Rank: is in MPI.Init; {@code pid (8)}, then the {@link RankTable} of this process's ranks. Again, from every process,
     * if the addresses of the first time do not do.
     */
    HELLO,
    /** Launcher: all ranks have said hello; a {@link RankTable}. */
    TABLE,
    /** Launcher: does not take this HELLO, such as a second one of one rank; {@code reason (text)}. */
    REFUSED,
    /** Rank: has waited for the table as long as it may and asks who is missing; no body. */
    WAITED,
    /** Launcher: the answer to WAITED, at once; {@code count (4), count x rank (4)}. */
    MISSING,
    /** Rank: called MPI.Abort. Launcher, as rank -1: end at once. {@code rank (4), exit code (4), message (text)}. */
    ABORT,
    /** Rank: fails by an uncaught exception; {@code rank (4), first line and stack (text)}. */
    FAILED,
    /** Rank: calls System.exit in a JVM that it shares with other ranks; {@code rank (4)}. */
    EXITS,
    /** Rank: lost a peer; {@code rank (4), peer (4), message (text)}. */
    PEER_LOST,
    /** Rank: passed MPI.Finalize; {@code rank (4)}. */
    FINALIZED,
    /** Launcher: asks what the ranks are at; no body. The answer is BLOCKED, STACKS, DUMP_REPLY. */
    DUMP,
    /**
     * Rank: the last part of the answer to DUMP, so that a state that cannot be read does not keep the stacks back;
     * {@code queues (text), connections (text)}.
     */
    DUMP_REPLY,
    /**
     * Rank: the first part of the answer to DUMP, the calls that wait; {@code count (4), count x call}. A call is
     * {@code rank (4), name (text), 1 if it is collective (1), count (4), count x awaited rank (4), ns (8), nearest (text)}.
     */
    BLOCKED,
    /** Rank: has ended in a JVM that it shares with other ranks; {@code rank (4)}. */
    ENDED,
    /** Rank: something for a person who looks closely; {@code text}. */
    NOTE,
    /**
     * Rank: the second part of the answer to DUMP, the Java stacks; {@code count (4), count x stack}. A stack is
     * {@code rank (4), thread (text), state (text), count (4), count x frame (text)}.
     */
    STACKS;

    private static final ControlKind[] KINDS = values();

    /** Returns the kind with a number, or null if there is none. */
    static ControlKind of(int number) {
        return number >= 0 && number < KINDS.length ? KINDS[number] : null;
    }
}

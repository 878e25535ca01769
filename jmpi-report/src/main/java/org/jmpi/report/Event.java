package org.jmpi.report;

/** An operation or a wait of one rank, as a recording has it, with what the analysis has found about it. */
final class Event {
    /** Stands for a peer, tag or root that there is none of. */
    static final int NONE = -1;

    /** Names the kinds of events. */
    enum Kind {
        SEND,
        RECEIVE,
        WAIT,
        COLLECTIVE,
        /** An access to a window. */
        ACCESS,
        /** A call that connects with processes of another world, or disconnects. */
        CONNECTION,
        /** A method of a remote object, at the rank of the object. */
        EXECUTION
    }

    /**
     * The operation of a collective event: the same at all its ranks.
     *
     * @param name such as {@code Bcast}, also if the call is {@code Ibcast} or contains the operation
     * @param algorithm empty if the operation has only one
     * @param number the place of the operation in the order of those of its communicator
     * @param size the number of ranks of the communicator
     */
    record Operation(String name, String algorithm, int context, long number, int root, int size) {}

    final Kind kind;
    final int rank;
    final String call;

    /** In ns, by the clock of the trace. */
    long start;

    long end;

    /** The other side's rank in the world; of a wait, the rank that it waits for; {@link #NONE} if there is none. */
    int peer = NONE;

    /** Of a wait: whether it is for a lock, which its peer gives. */
    boolean forLock;

    int tag = NONE;
    int context = NONE;
    long bytes;
    String transport = "";
    boolean unexpected;

    /** Of a send: whether it completes without its receive. */
    boolean eager;

    /** Whether the call itself completes the operation. */
    boolean blocking = true;

    /** How many operations the event stands for: of very many a rank records a part. */
    int weight = 1;

    /** Null except for collective events. */
    Operation operation;

    String site = CallSites.UNKNOWN;
    long thread;

    /** The receive of a send, and the send of a receive; null if there is none in the trace. */
    Event partner;

    /** The ns from the start that are lost, by the cause. */
    long lost;

    /** Null if no time is lost from the start on. */
    Cause cause;

    /** The ns before the end by which a collective operation is slower than expected. */
    long slow;

    /** Whether a rank makes its first call of this kind. */
    boolean first;

    /** Whether it takes long because it is. */
    boolean cold;

    /** The event of another rank that the lost time waits for; null if there is none. */
    Event culprit;

    /** The ns in MPI that belong to this event and to no earlier one of its thread. */
    long own;

    /** The earlier event of its thread that contains this one; null if there is none. */
    Event outer;

    /** The place among the events of the rank that the page has; {@link #NONE} if the page does not have this one. */
    int index = NONE;

    private Event(Kind kind, int rank, String call, long start, long end) {
        this.kind = kind;
        this.rank = rank;
        this.call = call;
        this.start = start;
        this.end = Math.max(start, end);
    }

    static Event message(Kind kind, int rank, String call, long start, long end, int peer, int tag, long bytes) {
        Event event = new Event(kind, rank, call, start, end);
        event.peer = peer;
        event.tag = tag;
        event.bytes = bytes;
        return event;
    }

    static Event send(int rank, String call, long start, long end, int peer, int tag, long bytes) {
        return message(Kind.SEND, rank, call, start, end, peer, tag, bytes);
    }

    static Event receive(int rank, String call, long start, long end, int peer, int tag, long bytes) {
        return message(Kind.RECEIVE, rank, call, start, end, peer, tag, bytes);
    }

    static Event access(int rank, String call, long start, long end, int target, long bytes) {
        return message(Kind.ACCESS, rank, call, start, end, target, NONE, bytes);
    }

    static Event connection(int rank, String call, long start, long end) {
        return new Event(Kind.CONNECTION, rank, call, start, end);
    }

    static Event waiting(int rank, String call, long start, long end) {
        return new Event(Kind.WAIT, rank, call, start, end);
    }

    static Event execution(int rank, String method, long start, long end) {
        return new Event(Kind.EXECUTION, rank, method, start, end).nonblocking();
    }

    static Event collective(int rank, String call, long start, long end, Operation operation, long bytes) {
        Event event = new Event(Kind.COLLECTIVE, rank, call, start, end);
        event.operation = operation;
        event.context = operation.context();
        event.bytes = bytes;
        return event;
    }

    Event with(int newPeer) {
        peer = newPeer;
        return this;
    }

    Event forLock() {
        forLock = true;
        return this;
    }

    Event in(int newContext) {
        context = newContext;
        return this;
    }

    Event at(String newSite) {
        site = newSite;
        return this;
    }

    Event on(long newThread) {
        thread = newThread;
        return this;
    }

    Event by(String newTransport) {
        transport = newTransport;
        return this;
    }

    Event nonblocking() {
        blocking = false;
        return this;
    }

    Event times(int newWeight) {
        weight = Math.max(1, newWeight);
        return this;
    }

    Event eagerly() {
        eager = true;
        return this;
    }

    boolean isMessage() {
        return kind == Kind.SEND || kind == Kind.RECEIVE;
    }

    long duration() {
        return end - start;
    }

    /** Returns why the time before the end is lost. */
    Cause slowCause() {
        return cold ? Cause.FIRST_CALL : Cause.SLOW_COLLECTIVE;
    }

    /** Returns the ns that are lost in all operations that the event stands for. */
    long allLost() {
        return (lost + slow) * weight;
    }

    /**
     * Returns whether the time from the start to the end counts as time in MPI. Of messages and accesses of which a
     * rank has recorded a part, it does not: they are short, and their waits are recorded.
     */
    boolean isInCall() {
        return blocking && !((isMessage() || kind == Kind.ACCESS) && weight > 1);
    }

    /** Loses the time from the start to a later one, unless more is lost already. */
    void loseUntil(long time, Cause newCause, Event newCulprit) {
        long newLost = Math.min(time, end) - start;
        if (newLost <= lost) return;
        lost = newLost;
        cause = newCause;
        culprit = newCulprit;
    }

    @Override
    public String toString() {
        return "rank " + rank + " " + call + " [" + start + ", " + end + "]";
    }
}

package org.jmpi.report;

/** Why ranks lose time. */
public enum Cause {
    /** A host has fewer cores than ranks, or other programs take them. */
    TOO_FEW_CORES(
            "Too few cores",
            "Start no more ranks than there are cores, and record when nothing else runs: "
                    + "the other findings may be waits for a core."),

    /** A receive waits for a message that has not been sent yet. */
    LATE_SENDER("Late sender", AwaitedPart.SENDS, "Send earlier, or let the receiver compute between Irecv and Wait."),

    /** A send waits for a receive that has not been posted yet. */
    LATE_RECEIVER(
            "Late receiver",
            AwaitedPart.RECEIVES,
            "Post the receive earlier by Irecv, or send by Isend and compute before Wait."),

    /** Ranks wait in a collective operation for the last one to call it. */
    LOAD_IMBALANCE(
            "Load imbalance",
            AwaitedPart.COLLECTIVE_CALLS,
            "Give the ranks that arrive last less to do before the call."),

    /** A rank waits for a lock that another rank has. */
    HELD_LOCK(
            "Held lock",
            AwaitedPart.LOCKS_AND_METHODS,
            "Hold the lock for less time, or use a lock for each part of the data."),

    /** A rank waits for the result of a remote method, which runs for long. */
    SLOW_METHOD(
            "Slow method",
            AwaitedPart.LOCKS_AND_METHODS,
            "Do less in the method, let it return a CompletableFuture and compute meanwhile, or spread the objects "
                    + "over more ranks."),

    /** A collective operation takes much longer than its messages, once the last rank has called it. */
    SLOW_COLLECTIVE("Slow collective", "Send less, call it less often, or try another algorithm or transport."),

    /** The first calls of a JVM take longer: it loads and compiles their code. */
    FIRST_CALL(
            "First calls",
            "Nothing in a job that goes on for longer. To start faster, run jmpirun --train once, or call MPI before "
                    + "you measure."),

    /** The garbage collector stops the JVM of a rank. */
    GC_PAUSE("GC pauses", "Allocate fewer objects, enlarge the heap (-Xmx), or try another collector.");

    private final String title;
    private final AwaitedPart awaited;
    private final String remedy;

    Cause(String title, String remedy) {
        this(title, null, remedy);
    }

    Cause(String title, AwaitedPart awaited, String remedy) {
        this.title = title;
        this.awaited = awaited;
        this.remedy = remedy;
    }

    /**
     * Returns the name that people read.
     *
     * @return such as {@code Late sender}
     */
    public String title() {
        return title;
    }

    /** Returns what the ranks wait for at another rank; null if they wait for none. */
    AwaitedPart awaited() {
        return awaited;
    }

    /**
     * Returns what helps.
     *
     * @return a sentence
     */
    public String remedy() {
        return remedy;
    }
}

package org.jmpi.dsm.protocol;

/** Counts what the protocol does at one rank. Guarded by the protocol. */
public final class Counts {
    /** Locks that this rank got. */
    public long acquires;

    /** Locks that came from another rank. */
    public long remoteAcquires;

    /** Barriers. */
    public long arrivals;

    /** Questions and answers that this rank sent to others. */
    public long messages;

    /** The bytes of their payloads. */
    public long bytes;

    /** Diffs made. */
    public long diffs;

    /** The bytes of these diffs. */
    public long diffBytes;

    /** Pages copied before the program wrote to them. */
    public long twins;

    /** Pages brought up to date. */
    public long misses;

    /** Pages brought up to date for the first time. */
    public long coldMisses;

    /** Collections of intervals and diffs. */
    public long collections;

    /** Makes counts of nothing. */
    public Counts() {}

    void add(Counts other) {
        acquires += other.acquires;
        remoteAcquires += other.remoteAcquires;
        arrivals += other.arrivals;
        messages += other.messages;
        bytes += other.bytes;
        diffs += other.diffs;
        diffBytes += other.diffBytes;
        twins += other.twins;
        misses += other.misses;
        coldMisses += other.coldMisses;
        collections += other.collections;
    }
}

package org.jmpi.dsm.protocol;

/** What a rank asks another one; each is answered. Numbers are ints, a clock is one int for each rank. */
public enum Question {
    /** Lock, clock: asks the manager of a lock for it. The answer is the lock, or the rank to ask by HANDOVER. */
    LOCK,
    /** Lock, clock: asks the last rank of a lock's queue for it. Answered when that rank has unlocked. */
    HANDOVER,
    /** Barrier, whether to collect, clock, own intervals: a rank has come. Answered when all have. */
    ARRIVE,
    /** Barrier: the pages that this rank keeps are valid. Answered when those of all ranks are. */
    KEPT,
    /** Pages, each with the first and the last interval: asks the writer for diffs. */
    DIFFS,
    /** Pages: asks their keeper for copies. */
    COPIES,
    /** Lock, condition: enters the list of waiters. The answer is a ticket. */
    ENLIST,
    /** Ticket: answered when the condition is signalled. */
    AWAIT,
    /** Lock, condition: wakes the first of the list. */
    SIGNAL,
    /** Lock, condition: wakes the whole list. */
    BROADCAST,
    /** Lock: asks a rank on the way to the one that has it. The answer is the next rank; the asked one if it has it. */
    HOLDER
}

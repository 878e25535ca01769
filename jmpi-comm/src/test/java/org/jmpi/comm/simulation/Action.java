package org.jmpi.comm.simulation;

import java.util.List;
import java.util.function.Consumer;

/**
 * A part of a program that is correct by itself: a few messages, a collective operation, a communicator that is made.
 * So any actions may be left out of a program, with those that need a communicator that they make.
 */
abstract class Action {
    /** The distance in time of an action from the next. */
    static final long STRIDE = 100;

    /** The numbers of those that belong to the same time. */
    static final int ROW = 1000;

    /** Operations that are started are completed at multiples of this time. */
    static final long SLOT = 250;

    private final int number;
    private final CommModel comm;

    Action(int number, CommModel comm) {
        this.number = number;
        this.comm = comm;
    }

    final int number() {
        return number;
    }

    /** Returns the communicator that the action takes place in. */
    final CommModel comm() {
        return comm;
    }

    /** Returns when the action begins. */
    final long begin() {
        return begin(number);
    }

    /** Returns when an action of a number begins. */
    static long begin(int number) {
        return STRIDE * (number % ROW);
    }

    /** Returns the first time after this one when operations are completed. */
    static long due(long time) {
        return (time / SLOT + 1) * SLOT;
    }

    /** Returns the communicators that the action makes. */
    List<CommModel> makes() {
        return List.of();
    }

    /** Returns whether the ranks agree in it, also after a failure has ended the program. */
    boolean agrees() {
        return false;
    }

    /** Returns the bytes of buffered messages that a rank has. */
    long bufferedBytes(int rank) {
        return 0;
    }

    /** Gives what the ranks do. */
    abstract void steps(Consumer<Step> steps);

    final Step step(int rank, long time, int phase, String text, Step.Body body) {
        return step(rank, comm, time, phase, text, body);
    }

    /** @param needed the communicator without which the rank does nothing */
    final Step step(int rank, CommModel needed, long time, int phase, String text, Step.Body body) {
        return new Step(rank, time, number, phase, agrees(), text, run -> {
            // A communicator that was to be made with a rank which is lost may be missing, at all others.
            if (run.has(needed)) body.run(run);
        });
    }

    /** Returns the value of an element of the action. */
    final long value(long from, long part, long index) {
        long x = number * 0x9E3779B97F4A7C15L + from * 0xBF58476D1CE4E5B9L + part * 0x94D049BB133111EBL + index;
        x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    @Override
    public abstract String toString();
}

package org.jmpi.rpc;

import java.util.ArrayDeque;
import java.util.Queue;

/** Gives the atomic methods of an object their turns. A chain that has the object may enter it again. */
final class Guard {
    /** The chain that has the object; 0 for none. */
    private long owner;

    private int depth;

    /** The thread that runs the last method that has begun; null if none has, or it has ended. */
    private volatile Thread holder;

    private final Queue<Turn> turns = new ArrayDeque<>();

    private record Turn(long chain, Runnable begin) {}

    /** Enters the object, unless another chain has it. */
    synchronized boolean tryEnter(long chain) {
        if (depth > 0 && owner != chain) return false;
        owner = chain;
        depth++;
        return true;
    }

    /**
     * Enters the object when it is free.
     *
     * @param begin runs once the chain has entered: on this thread, or on the one that leaves
     */
    void enter(long chain, Runnable begin) {
        synchronized (this) {
            if (!tryEnter(chain)) {
                turns.add(new Turn(chain, begin));
                return;
            }
        }
        begin.run();
    }

    /** Notes that the calling thread runs a method, which has entered the object. */
    void hold() {
        holder = Thread.currentThread();
    }

    Thread holder() {
        return holder;
    }

    /** Leaves the object, once for each time that the chain has entered it. */
    void leave() {
        Turn next;
        holder = null;
        synchronized (this) {
            depth--;
            if (depth > 0) return;
            next = turns.poll();
            if (next == null) return;
            owner = next.chain;
            depth = 1;
        }
        next.begin.run();
    }
}

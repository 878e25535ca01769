package org.jmpi.comm.check;

import java.util.List;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.progress.Unreceived;
import org.jmpi.comm.request.Request;

/** Hears what one rank of a program does. */
public interface Checks {
    /** Finds nothing. */
    Checks NONE = new Checks() {};

    /**
     * Compares a collective operation, which is about to start, with that of the other ranks.
     *
     * @param peers the ranks that take part
     * @param call the name of the call that the operation is, or is part of
     * @param signature the operation
     * @throws org.jmpi.comm.error.CommException of class OTHER, at every rank, if they differ
     */
    default void collective(Peers peers, String call, Signature signature) {}

    /**
     * Notes a send or receive that the program has to complete.
     *
     * @param request the operation
     * @param call the name of the blocking call that does the same
     * @param peer the other side's rank in the communicator, as the program gave it
     * @param tag as the program gave it
     * @param buf the array of the message
     * @param offset the index of its first element
     * @param count the number of items
     * @param layout what an item covers
     * @return the number of the line of the program, for the message to carry; 0 if it carries none
     */
    default int started(
            Request request, String call, int peer, int tag, Object buf, int offset, int count, Layout layout) {
        return 0;
    }

    /** {@return the number of the line of the program that sends a message, for the message to carry; 0 if it carries none} */
    default int place() {
        return 0;
    }

    /**
     * Notes that the program has completed an operation, or let go of it.
     *
     * @param request the operation
     */
    default void ended(Request request) {}

    /**
     * Notes something that the program has to free.
     *
     * @param handle a communicator, or a persistent request
     * @param name what to call it
     */
    default void made(Object handle, String name) {}

    /**
     * Notes that something has been freed.
     *
     * @param handle a communicator, or a persistent request
     */
    default void freed(Object handle) {}

    /**
     * Tells what is left when the world ends and all messages have arrived.
     *
     * @param peers all ranks of the world, which take part
     * @param messages that this rank has not received
     */
    default void finish(Peers peers, List<Unreceived> messages) {}
}

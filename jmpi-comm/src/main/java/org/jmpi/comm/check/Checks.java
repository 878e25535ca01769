package org.jmpi.comm.check;

import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Signature;

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
}

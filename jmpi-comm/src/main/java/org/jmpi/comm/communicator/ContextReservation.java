package org.jmpi.comm.communicator;

import java.util.Arrays;

/** The contexts of a new communicator that this rank reserves, until all ranks that are to have it have done so. */
final class ContextReservation {
    private final Communicator comm;
    private int[] reserved = {};
    private int refusals;

    /** @param comm what the new communicator is made from */
    ContextReservation(Communicator comm) {
        this.comm = comm;
    }

    /**
     * Reserves contexts: all, or none if one of them is in use.
     *
     * @param contexts that of the new communicator; then of an intercommunicator that of its own group's communicator
     * @return whether they are reserved
     */
    boolean reserve(int... contexts) {
        int kept = 0;
        while (kept < contexts.length && comm.process().communicators().reserve(contexts[kept])) kept++;
        reserved = Arrays.copyOf(contexts, kept);
        if (kept < contexts.length) release();
        return kept == contexts.length;
    }

    /** Releases what is reserved. */
    void release() {
        for (int context : reserved) comm.process().communicators().release(context);
        reserved = new int[0];
    }

    /** Does the same after a refusal by a rank; the next context that this rank proposes is further away. */
    void refuse() {
        release();
        comm.process().contextIds().skip(++refusals, comm.context());
    }

    /**
     * Returns the communicator of the contexts, of the same kind as the one it is made from.
     *
     * @param remote the other group of an intercommunicator
     */
    Communicator make(Group group, Group remote) {
        Communicator local = Communicator.intra(comm.process(), group, reserved[reserved.length - 1]);
        Communicator made =
                comm.isInter() ? Communicator.inter(local.inheritFrom(comm.local()), remote, reserved[0]) : local;
        reserved = new int[0];
        return made;
    }
}

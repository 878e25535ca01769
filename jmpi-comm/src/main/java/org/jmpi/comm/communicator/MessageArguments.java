package org.jmpi.comm.communicator;

import org.jmpi.comm.datatype.ForeignMemory;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** Checks the arguments of point-to-point calls (MPI-4.1 section 3.2). */
final class MessageArguments {
    private MessageArguments() {}

    /** Checks what a send is given, but for the buffer. */
    static void checkSend(Communicator comm, int dest, int tag) {
        comm.checkNotRevoked();
        int size = comm.remoteGroup().size();
        if ((dest < 0 || dest >= size) && dest != Communicator.PROC_NULL) throw outOfRange("destination", dest, size);
        checkTag(tag);
    }

    /** Checks what a receive or a probe is given, but for the buffer. */
    static void checkReceive(Communicator comm, int source, int tag) {
        comm.checkNotRevoked();
        int size = comm.remoteGroup().size();
        if ((source < 0 || source >= size) && source != Communicator.ANY_SOURCE && source != Communicator.PROC_NULL)
            throw outOfRange("source", source, size);
        if (tag != Communicator.ANY_TAG) checkTag(tag);
    }

    private static CommException outOfRange(String what, int rank, int size) {
        return new CommException(ErrorClass.RANK, what + " out of range: rank=" + rank + ", size=" + size);
    }

    private static void checkTag(int tag) {
        if (tag < 0)
            throw new CommException(
                    ErrorClass.TAG, "tag out of range: tag=" + tag + ", from 0 to " + Communicator.TAG_UB);
    }

    /** Sets what is sent. The buffer is not checked if the destination is MPI_PROC_NULL. */
    static void setSent(Segment segment, UserBuffer buffer, int dest) {
        if (dest == Communicator.PROC_NULL) segment.setNothing(buffer);
        else segment.set(buffer);
    }

    /** Sets what is received into. The buffer is not checked if the source is MPI_PROC_NULL. */
    static void setReceived(Segment segment, UserBuffer buffer, int source) {
        if (source == Communicator.PROC_NULL) segment.setNothing(buffer);
        else segment.setClipped(buffer);
    }

    /** Returns the copy that the calling thread makes of a segment to which it alone has access; else null. */
    static ForeignMemory copied(UserBuffer buffer, int peer) {
        return buffer.count() > 0 && peer != Communicator.PROC_NULL ? ForeignMemory.copied(buffer.array()) : null;
    }
}

package org.jmpi.ibm.beyond;

import mpi.Comm;
import mpi.Datatype;

/** A call on a message, such as {@link Comm#Send} or {@link Comm#Irecv}, whatever it returns. */
@FunctionalInterface
public interface Call {
    void on(Comm comm, Object buf, int offset, int count, Datatype type, int peer, int tag);
}

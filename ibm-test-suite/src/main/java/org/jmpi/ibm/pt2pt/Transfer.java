package org.jmpi.ibm.pt2pt;

import mpi.Comm;
import mpi.Datatype;
import mpi.Request;

/** A call that makes a request of one kind, such as {@link Comm#Isend} or {@link Comm#Recv_init}. */
@FunctionalInterface
public interface Transfer<R extends Request> {
    R make(Comm comm, Object buf, int offset, int count, Datatype type, int peer, int tag);
}

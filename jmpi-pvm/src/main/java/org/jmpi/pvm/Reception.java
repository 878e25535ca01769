package org.jmpi.pvm;

import java.util.List;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.RecvRequest;

/** A thread that waits for a message. */
final class Reception extends TaskWait {
    private final EndPoint receiver;
    private final TaskAddress from;
    private final int tag;
    private volatile Parcel parcel;
    private volatile PvmException failure;

    /** @param from null for any task */
    Reception(EndPoint receiver, TaskAddress from, int tag) {
        this.receiver = receiver;
        this.from = from;
        this.tag = tag;
    }

    TaskAddress from() {
        return from;
    }

    boolean takes(Parcel offered) {
        return offered.isFrom(from, tag);
    }

    void complete(Parcel come) {
        parcel = come;
        wake();
    }

    void fail(PvmException cause) {
        failure = cause;
        wake();
    }

    Parcel result() {
        if (failure != null) throw failure;
        return parcel;
    }

    @Override
    public boolean isDone() {
        return parcel != null || failure != null;
    }

    @Override
    public int peer() {
        return from == null ? RecvRequest.ANY_PEER : receiver.process().rankOf(from);
    }

    /** {@return none, unless a rank of this world has the task} */
    @Override
    public List<Completion> parts() {
        return peer() == RecvRequest.ANY_PEER ? super.parts() : List.of(this);
    }

    /** {@return false for a task of this rank: other threads of the rank go on} */
    @Override
    public boolean isUnmatched() {
        return !isDone() && receiver.process().here(from) == null;
    }

    @Override
    public String toString() {
        return "pvm_recv(tid=" + (from == null ? "any" : from) + ", tag=" + (tag == EndPoint.ANY_TAG ? "any" : tag)
                + ") of task " + receiver.address();
    }
}

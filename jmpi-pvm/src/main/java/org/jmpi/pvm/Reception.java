package org.jmpi.pvm;

import java.util.List;
import org.jmpi.comm.operation.Completion;

/** A thread that waits for a message. */
final class Reception implements Completion {
    private final TaskAddress from;
    private final int tag;
    private volatile Runnable alarm;
    private volatile Parcel parcel;
    private volatile PvmException failure;

    /** @param from null for any task */
    Reception(TaskAddress from, int tag) {
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

    private void wake() {
        Runnable set = alarm;
        if (set != null) set.run();
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
    public void wakes(Runnable set) {
        alarm = set;
    }

    /** {@return none: tasks of other worlds bring it, and no rank of this one} */
    @Override
    public List<Completion> parts() {
        return List.of();
    }

    @Override
    public String describe(List<String> none) {
        return "pvm_recv(tid=" + (from == null ? "any" : from) + ", tag=" + (tag == EndPoint.ANY_TAG ? "any" : tag)
                + ")";
    }
}

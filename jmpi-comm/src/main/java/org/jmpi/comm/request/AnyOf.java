package org.jmpi.comm.request;

import java.util.List;

/** Done when one of several requests is. */
public class AnyOf implements Completion {
    private final List<? extends Request> requests;

    /**
     * Watches several requests.
     *
     * @param requests one of which at least is not done, or the wait is over at once
     */
    public AnyOf(List<? extends Request> requests) {
        this.requests = requests;
    }

    /** {@return the requests} */
    public List<? extends Request> requests() {
        return requests;
    }

    /** {@return the call that waits for them, as text} */
    public String call() {
        return "Waitany";
    }

    @Override
    public boolean isDone() {
        for (Request request : requests) if (request.isDone()) return true;
        return false;
    }

    @Override
    public void wakes(Runnable alarm) {
        for (Request request : requests) request.wakes(alarm);
    }
}

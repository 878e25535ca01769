package org.jmpi.comm.operation;

import java.util.List;

/** Done when one of several requests is. */
public class AnyOf implements Completion {
    private static final int MOST_NAMED = 4;

    private final List<? extends Operation> requests;

    /**
     * Watches several requests.
     *
     * @param requests one of which at least is not done, or the wait is over at once
     */
    public AnyOf(List<? extends Operation> requests) {
        this.requests = requests;
    }

    @Override
    public List<? extends Operation> parts() {
        return requests;
    }

    /** {@return the call that waits for them, as text} */
    protected String call() {
        return "Waitany";
    }

    @Override
    public boolean isDone() {
        for (Operation request : requests) if (request.isDone()) return true;
        return false;
    }

    @Override
    public void wakes(Runnable alarm) {
        for (Operation request : requests) request.wakes(alarm);
    }

    @Override
    public String describe(List<String> calls) {
        int named = Math.min(calls.size(), MOST_NAMED);
        return call() + "(" + String.join(", ", calls.subList(0, named)) + (calls.size() > named ? ", ...)" : ")");
    }
}

package org.jmpi.pvm;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.operation.Completion;

/**
 * The arrival of a spawned task, or the end of its process. No frame goes to the process before: it has no layer of
 * tasks until it makes one.
 */
final class Arrival implements Completion {
    private final CompletableFuture<TaskAddress> address;
    private final Link link;
    private final String command;
    private volatile Runnable alarm;

    Arrival(CompletableFuture<TaskAddress> address, Link link, String command) {
        this.address = address;
        this.link = link;
        this.command = command;
        address.whenComplete((task, cause) -> {
            Runnable set = alarm;
            if (set != null) set.run();
        });
    }

    @Override
    public boolean isDone() {
        return address.isDone() || link.isGone();
    }

    @Override
    public void wakes(Runnable set) {
        alarm = set;
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return call + "(" + command + ")";
    }
}

package org.jmpi.pvm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    /** {@return none: tasks of other worlds bring it, and no rank of this one} */
    @Override
    public List<Completion> parts() {
        return List.of();
    }

    @Override
    public String describe(List<String> none) {
        return "pvm_spawn(" + command + ")";
    }
}

package org.jmpi.pvm;

import java.util.concurrent.CompletableFuture;

/** A process that a task has spawned, until it has a task. */
final class Child {
    private final TaskAddress parent;
    private final CompletableFuture<TaskAddress> address = new CompletableFuture<>();
    private volatile boolean asked;

    Child(TaskAddress parent) {
        this.parent = parent;
    }

    /** Returns the task that has spawned it, to the process, which asks for it. */
    TaskAddress askParent() {
        asked = true;
        return parent;
    }

    /** Returns whether it makes a task. */
    boolean hasAsked() {
        return asked;
    }

    /** Returns the place of its task, when that comes. */
    CompletableFuture<TaskAddress> address() {
        return address;
    }
}

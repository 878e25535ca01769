package org.jmpi.rpc;

import java.util.concurrent.CompletableFuture;

/** The result of a call under way. */
final class CallFuture<V> extends CompletableFuture<V> {
    private final Callee callee;

    CallFuture(Callee callee) {
        this.callee = callee;
    }

    /** Returns what a future stands for; null for one that the program has made, or that depends on others. */
    static Callee callee(CompletableFuture<?> future) {
        return future instanceof CallFuture<?> call ? call.callee : null;
    }

    /** Returns a plain future: a step that depends on a call is no call. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}

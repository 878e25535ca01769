package org.jmpi.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jmpi.comm.events.Events;

/** A call at the rank of its object. */
final class Execution {
    /** The caller of a method that the calling rank itself runs, or that has no answer. */
    static final int NOBODY = -1;

    private final RpcLayer layer;
    private final Exported target;
    private final Entry entry;
    private final Supplier<Object[]> arguments;
    private final Outcome outcome;
    private final long chain;
    private final int caller;

    /** The thread that runs the method, or has run it; null before. */
    private volatile Thread thread;

    /**
     * @param caller the rank that waits, or {@link #NOBODY}
     * @param chain of the calls that wait for this one; 0 if none of them has an object for itself
     * @param arguments reads or copies the arguments, on the thread that runs the method
     */
    Execution(
            RpcLayer layer,
            int caller,
            Exported target,
            Entry entry,
            long chain,
            Supplier<Object[]> arguments,
            Outcome outcome) {
        this.layer = layer;
        this.caller = caller;
        this.target = target;
        this.entry = entry;
        this.arguments = arguments;
        this.outcome = outcome;
        this.chain = chain == 0 && entry.isAtomic() ? layer.newChain() : chain;
    }

    /** Runs the method now if it is simple, else on a thread of its own, when the object is free; never waits. */
    void start() {
        if (entry.isSimple()) {
            startSimple();
            return;
        }
        layer.pending().add(this);
        if (entry.isAtomic()) target.guard.enter(chain, this::hand);
        else hand();
    }

    private void hand() {
        if (entry.signature().way() == Signature.Way.WAITS) layer.workers().execute(this::runHanded);
        else layer.workers().queue(this::runHanded);
    }

    private void runHanded() {
        thread = Thread.currentThread();
        try {
            run();
        } finally {
            layer.pending().remove(this);
        }
    }

    int caller() {
        return caller;
    }

    Thread thread() {
        return thread;
    }

    private void startSimple() {
        if (!entry.isAtomic() || target.guard.tryEnter(chain)) run();
        else
            outcome.refused(new IllegalStateException("an atomic method of the object is running, and a simple method"
                    + " can't wait for it: make the method threaded, by leaving @Simple out"));
    }

    /** Runs the method on the calling thread, when the object is free. */
    void runHere() {
        if (entry.isSimple()) {
            startSimple();
            return;
        }
        if (entry.isAtomic()) {
            CompletableFuture<Void> turn = new CompletableFuture<>();
            target.guard.enter(chain, () -> turn.complete(null));
            layer.awaitTurn(turn, target.guard, callee());
        }
        run();
    }

    private void run() {
        outcome.began();
        Object[] read;
        try {
            read = arguments.get();
        } catch (Throwable e) {
            if (entry.isAtomic()) target.guard.leave();
            outcome.refused(e);
            return;
        }
        Object value;
        try {
            value = invoke(read);
        } catch (Throwable e) {
            outcome.threw(e);
            return;
        }
        if (entry.signature().way() == Signature.Way.FUTURE) await((CompletionStage<?>) value);
        else outcome.returned(value);
    }

    /** Leaves the object before the caller gets the answer: its next call finds the object free. */
    private Object invoke(Object[] read) throws Throwable {
        Activity activity = Activity.current();
        boolean outer = activity.isSimple;
        long outerChain = activity.chain;
        activity.isSimple = entry.isSimple();
        activity.chain = chain;
        if (entry.isAtomic()) target.guard.hold();
        Events events = layer.events();
        Object kept = events == Events.NONE ? null : events.executionBegan(callee().name(), caller);
        try {
            return entry.invoke(target.object(), read);
        } finally {
            if (events != Events.NONE) events.executionEnded(kept);
            activity.isSimple = outer;
            activity.chain = outerChain;
            if (entry.isAtomic()) target.guard.leave();
        }
    }

    private Callee callee() {
        return target.callee(layer.rank(), entry.signature().toString());
    }

    private void await(CompletionStage<?> stage) {
        if (stage == null) {
            outcome.threw(new NullPointerException("method " + entry.signature() + " has returned no future"));
            return;
        }
        stage.whenComplete((value, thrown) -> {
            if (thrown == null) outcome.returned(value);
            else outcome.threw(thrown instanceof CompletionException ? thrown.getCause() : thrown);
        });
    }
}

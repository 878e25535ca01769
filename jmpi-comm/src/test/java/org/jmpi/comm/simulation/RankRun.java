package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.communicator.RequestHandle;

/** Runs a program at one rank. */
final class RankRun {
    private final Program program;
    private final int rank;
    private final Process process;
    private final Map<String, Communicator> communicators = new HashMap<>();
    private final Map<Action, Object> states = new HashMap<>();
    private final List<Pending> pending = new ArrayList<>();
    private final List<Runnable> finalChecks = new ArrayList<>();

    /** When operations are completed next. */
    private long slot = Action.SLOT;

    private long outcome;
    private volatile String doing = "starts";

    /** An operation that is started. */
    final class Pending {
        private final RequestHandle request;
        private final long due;
        private final String text;
        private final Consumer<Status> then;
        private boolean open = true;

        private Pending(RequestHandle request, long due, String text, Consumer<Status> then) {
            this.request = request;
            this.due = due;
            this.text = text;
            this.then = then;
        }

        RequestHandle request() {
            return request;
        }

        boolean isOpen() {
            return open;
        }

        /** Takes note that the operation is complete. */
        void complete(Status status) {
            if (!open) throw new AssertionError(text + " is complete once more");
            open = false;
            pending.remove(this);
            then.accept(status);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    RankRun(Program program, int rank, Communicator world) {
        this.program = program;
        this.rank = rank;
        this.process = world.process();
        communicators.put("world", world);
    }

    /** Runs all steps of the rank; fails at the first one that the model does not allow. */
    void run() {
        try {
            process.attachBuffer(new byte[(int) program.bufferedBytes(rank)]);
            for (Step step : program.steps(rank)) {
                completeUntil(step.time());
                doing = step.toString();
                step.body().run(this);
            }
            completeUntil(Long.MAX_VALUE);
            doing = "detaches its buffer";
            process.detachBuffer();
            finalChecks.forEach(Runnable::run);
            doing = "has ended";
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("rank " + rank + ", " + doing + ": " + e.getMessage(), e);
        }
    }

    /** Returns what the rank does, for a person. */
    String doing() {
        return doing;
    }

    /** Returns a number that depends on all that MPI leaves open and the engine decided. */
    long outcome() {
        return outcome;
    }

    /** Takes note of something that MPI leaves open. */
    void decided(long what) {
        outcome = outcome * 31 + what;
    }

    int rank() {
        return rank;
    }

    Communicator communicator(CommModel model) {
        return communicators.get(model.name());
    }

    /** Returns the messages of the world. */
    PointToPoint world() {
        return communicators.get("world").pointToPoint();
    }

    /** Returns the messages of a communicator. */
    PointToPoint messages(CommModel model) {
        return communicator(model).pointToPoint();
    }

    void made(CommModel model, Communicator communicator) {
        communicators.put(model.name(), communicator);
    }

    /** Returns what the rank remembers of an action. */
    @SuppressWarnings("unchecked")
    <T> T state(Action action, Supplier<T> fresh) {
        return (T) states.computeIfAbsent(action, any -> fresh.get());
    }

    /** Has something checked when the program is over. */
    void atEnd(Runnable check) {
        finalChecks.add(check);
    }

    /**
     * Takes note of an operation that is started.
     *
     * @param due when it is completed at the latest
     * @param then is given it when it is complete
     */
    void started(RequestHandle request, long due, String text, Consumer<Status> then) {
        pending.add(new Pending(request, due, text, then));
    }

    private void completeUntil(long time) {
        while (slot <= time && !pending.isEmpty()) {
            long next = slot;
            List<Pending> due = new ArrayList<>();
            for (Pending each : pending) if (each.due <= next) due.add(each);
            if (!due.isEmpty()) complete(due);
            slot += Action.SLOT;
        }
        if (time != Long.MAX_VALUE) slot = Math.max(slot, Action.due(time));
    }

    private void complete(List<Pending> due) {
        Random random = new Random(program.seed() * 1_000_003 + rank * 7_919L + slot);
        Completions form = Completions.values()[random.nextInt(Completions.values().length)];
        doing = "@" + slot + " " + form + due;
        form.complete(due, pending, random);
        for (Pending each : due) if (each.open) throw new AssertionError(form + " did not complete " + each);
    }
}

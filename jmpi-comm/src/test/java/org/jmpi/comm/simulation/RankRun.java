package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Handles;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** Runs a program at one rank. */
final class RankRun {
    /** The shortest time in ns from one look at a receive that stays to the next. */
    private static final long SHORTEST_PAUSE = 1_000;

    private final Program program;

    /** The run that this one is a step of; null if there is none. */
    private final RankRun outer;

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

    /** Whether a failure has ended the program; its communicator is revoked then. */
    private boolean broken;

    /** An operation that is started. */
    final class Pending {
        private final RequestHandle request;
        private final int[] needs;
        private final long due;
        private final String text;
        private final Outcome outcome;
        private boolean open = true;
        private boolean cancelled;

        private Pending(RequestHandle request, int[] needs, long due, String text, Outcome outcome) {
            this.request = request;
            this.needs = needs;
            this.due = due;
            this.text = text;
            this.outcome = outcome;
        }

        RequestHandle request() {
            return request;
        }

        boolean isOpen() {
            return open;
        }

        /** Takes note that the operation is complete. */
        void complete(Status status) {
            close();
            if (status.cancelled() != cancelled && status.cancelled())
                throw new AssertionError(text + " is cancelled without a Cancel");
            if (status.cancelled()) outcome.fail();
            else outcome.complete(status);
        }

        private void close() {
            if (!open) throw new AssertionError(text + " is complete once more");
            open = false;
            pending.remove(this);
        }

        /** Takes note that the operation has failed by the loss of a rank. */
        private void fail() {
            if (!broken && !isLost(needs)) throw new AssertionError(text + " has failed without need");
            close();
            outcome.fail();
        }

        /** Completes the operation by itself, though a rank is lost; a receive that nothing comes for is cancelled. */
        private void settle() {
            for (long pause = SHORTEST_PAUSE; open; pause *= 2) {
                if (tryToComplete()) return;
                if (outcome.isComing()) Simulation.compute(pause);
                else cancel();
            }
        }

        private void cancel() {
            if (cancelled) throw new AssertionError(text + " is neither cancelled nor complete");
            cancelled = true;
            request.cancel(Status.BINDING);
        }

        /** Waits for the operation; returns false if it is a receive that stays because one of its sources is lost. */
        boolean tryToComplete() {
            try {
                complete(request.await(Status.BINDING));
            } catch (CommException e) {
                if (e.errorClass() == ErrorClass.PROC_FAILED_PENDING) {
                    checkPending(e, needs);
                    if (!Handles.isActive(request)) throw new AssertionError(text + " does not stay", e);
                    breakUp();
                    return false;
                }
                failed(e, needs);
                fail();
            }
            return true;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The outcomes of an operation. */
    @FunctionalInterface
    interface Outcome {
        /** The operation is complete. */
        void complete(Status status);

        /** The operation has failed since a rank is lost, or is a receive that was cancelled for that. */
        default void fail() {}

        /** Returns whether a receive that stays after the loss of a rank will get a message. */
        default boolean isComing() {
            return false;
        }
    }

    RankRun(Program program, int rank, Communicator world) {
        this(program, null, rank, world);
    }

    private RankRun(Program program, RankRun outer, int rank, Communicator world) {
        this.program = program;
        this.outer = outer;
        this.rank = rank;
        this.process = world.process();
        communicators.put(program.worldOf(rank).name(), world);
    }

    /** Runs all steps of the rank; fails at the first one that the model does not allow. */
    void run() {
        try {
            process.attachBuffer(new byte[(int) program.bufferedBytes(rank)]);
            perform();
            doing = "detaches its buffer";
            process.detachBuffer();
            finalChecks.forEach(Runnable::run);
            doing = "has ended";
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("rank " + rank + ", " + doing + ": " + e.getMessage(), e);
        }
    }

    /**
     * Runs another program in a communicator that may be revoked, as a step of this one. A rank that sees a failure
     * revokes it, completes what is under way, and leaves out the rest.
     *
     * @return whether this rank has seen no failure
     */
    boolean runRevocable(Program other, Communicator own) {
        RankRun run = new RankRun(other, this, rank, own);
        try {
            run.perform();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("in " + other + "rank " + rank + ", " + run.doing + ": " + e.getMessage(), e);
        }
        finalChecks.addAll(run.finalChecks);
        decided(run.outcome);
        return !run.broken;
    }

    private void perform() {
        for (Step step : program.steps(rank)) {
            if (broken && !step.always()) continue;
            completeUntil(step.time());
            doing = step.toString();
            perform(step);
        }
        completeUntil(Long.MAX_VALUE);
    }

    private void perform(Step step) {
        try {
            step.body().run(this);
        } catch (CommException e) {
            if (outer == null) throw e;
            failed(e, program.world().members());
        }
    }

    /** Revokes the communicator of a revocable program, if this rank has not done so. */
    void breakUp() {
        if (outer == null || broken) return;
        broken = true;
        communicators.get(program.world().name()).revoke();
    }

    /** Returns whether a failure has ended the program. */
    boolean isBroken() {
        return broken;
    }

    /** Returns whether another rank may have revoked the communicator of the program. */
    private boolean mayBeRevoked() {
        return outer != null && (program.revokes() || isLost(program.world().members()));
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

    /** Returns whether this rank has a communicator. */
    boolean has(CommModel model) {
        return communicators.containsKey(model.name());
    }

    Communicator communicator(CommModel model) {
        return communicators.get(model.name());
    }

    /** Returns the messages of a communicator. */
    PointToPoint messages(CommModel model) {
        return communicator(model).pointToPoint();
    }

    void made(CommModel model, Communicator communicator) {
        communicators.put(model.name(), communicator);
    }

    /** Takes note that a communicator is used no more. */
    void forget(CommModel model) {
        communicators.remove(model.name());
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
     * @param needs the ranks that it needs, in the world
     * @param due when it is completed at the latest
     * @param outcome is told of its end
     */
    Pending started(RequestHandle request, int[] needs, long due, String text, Outcome outcome) {
        Pending started = new Pending(request, needs, due, text, outcome);
        pending.add(started);
        return started;
    }

    // ---- the loss of a rank ----

    /** Returns whether one of some ranks is lost. */
    static boolean isLost(int... ranks) {
        return Arrays.stream(ranks).anyMatch(Simulation::isLost);
    }

    /**
     * Makes a call that may fail if, and only if, one of some ranks is lost.
     *
     * @param needs the ranks, in the world
     * @return whether it has not failed
     */
    boolean attempt(int[] needs, Runnable call) {
        try {
            call.run();
            return true;
        } catch (CommException e) {
            failed(e, needs);
            return false;
        }
    }

    /** Does the same for a call that may also fail with another class if one of the ranks is lost. */
    boolean attempt(int[] needs, ErrorClass other, Runnable call) {
        try {
            call.run();
            return true;
        } catch (CommException e) {
            if (e.errorClass() != other || !isLost(needs)) failed(e, needs);
            return false;
        }
    }

    /** Does the same for a call that may also be revoked if one of the ranks is lost. */
    boolean attemptRevocable(int[] needs, Runnable call) {
        return attempt(needs, ErrorClass.REVOKED, call);
    }

    /** Fails unless a failure is that of a lost rank, or the communicator may be revoked. */
    private void failed(CommException failure, int[] needs) {
        boolean revoked = failure.errorClass() == ErrorClass.REVOKED && mayBeRevoked();
        if (!revoked) check(failure, ErrorClass.PROC_FAILED, needs);
        breakUp();
    }

    /** Fails unless a failure is that of a receive from any source, one of which is lost. */
    static void checkPending(CommException failure, int[] sources) {
        check(failure, ErrorClass.PROC_FAILED_PENDING, sources);
    }

    private static void check(CommException failure, ErrorClass errorClass, int[] needs) {
        if (failure.errorClass() != errorClass || !isLost(needs)) throw failure;
        boolean namesOne = Arrays.stream(needs)
                .filter(Simulation::isLost)
                .anyMatch(each -> failure.getMessage().contains("rank " + Simulation.rankInWorld(each)));
        if (!namesOne) throw new AssertionError("names no lost rank: " + failure.getMessage(), failure);
    }

    /** Makes a communicator, if all its ranks that are not lost can; returns null if one can't. */
    Communicator make(Object what, CommModel parent, Supplier<Communicator> call) {
        Communicator[] made = new Communicator[1];
        if (makes(what, parent, () -> made[0] = call.get())) return made[0];
        if (made[0] != null) made[0].free();
        return null;
    }

    /** Makes a call that makes something; returns whether all ranks of a communicator that are not lost have it. */
    boolean makes(Object what, CommModel parent, Runnable call) {
        if (outer != null) return makesRevocable(parent, call);
        return agree(what, parent.members(), attempt(parent.members(), call));
    }

    /** Returns whether one of some ranks may be lost. */
    boolean mayLose(int[] ranks) {
        return program.mayLose(ranks);
    }

    /** Returns whether all of some ranks that are not lost say yes. */
    boolean agree(Object about, int[] ranks, boolean own) {
        return program.mayLose(ranks) ? Simulation.agree(about, ranks, own) : own;
    }

    /** Does the same in a communicator that may be revoked; calls it also if it is. */
    private boolean makesRevocable(CommModel parent, Runnable call) {
        int[] flag = {!broken && attempt(parent.members(), call) ? 1 : 0};
        boolean whole = agree(communicator(parent), flag) && flag[0] != 0;
        if (!whole) breakUp();
        return whole;
    }

    /** Agrees with the ranks of a communicator; returns false if one is lost, which not all have acknowledged. */
    static boolean agree(Communicator comm, int[] flag) {
        try {
            comm.survivors().agree("Agree", flag).await(Status.BINDING);
            return true;
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.PROC_FAILED || !isLost(Simulation.processes(comm.group()))) throw e;
            return false;
        }
    }

    /** Completes operations one by one, after a call for several of them has failed. */
    private void settle(List<Pending> due) {
        for (Pending each : List.copyOf(pending)) if (!Handles.isActive(each.request)) each.fail();
        for (Pending each : due) each.settle();
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
        try {
            form.complete(due, pending, random);
        } catch (CommException e) {
            if (!Simulation.isAnyLost() && !mayBeRevoked()) throw e;
            breakUp();
            settle(due);
        }
        for (Pending each : due) if (each.open) throw new AssertionError(form + " did not complete " + each);
    }
}

package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Collectives;
import org.jmpi.comm.communicator.PersistentHandle;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.simulation.RankRun.Outcome;

/** A collective operation. All ranks call it at the beginning of the action, so in one order. */
final class CollectiveAction extends Action {
    /** The forms of an operation. */
    enum Form {
        BLOCKING,
        NONBLOCKING,
        PERSISTENT
    }

    private final CollectiveModel model;
    private final Form form;

    /** When each rank of the world starts the operation, by iteration; of the last one it starts no more. */
    private final long[][] starts;

    CollectiveAction(int number, CollectiveModel model, Form form, long[][] starts) {
        super(number, model.comm());
        this.model = model;
        this.form = form;
        this.starts = starts;
    }

    private String call() {
        String name = model.operation().name().toLowerCase(Locale.ROOT);
        return form == Form.NONBLOCKING ? "I" + name : name;
    }

    /** Returns when an iteration is complete everywhere. */
    static long due(long[] starts) {
        return due(Arrays.stream(starts).max().orElseThrow());
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().members()) {
            if (form == Form.PERSISTENT) persistent(member, steps);
            else steps.accept(step(member, begin(), 0, call(), form == Form.BLOCKING ? this::run : this::start));
        }
    }

    private void persistent(int member, Consumer<Step> steps) {
        steps.accept(step(member, begin(), 0, call() + "_init", this::prepare));
        for (int i = 0; i < starts.length; i++) {
            int iteration = i;
            String text = "Start " + i + " of " + call();
            steps.accept(step(member, starts[i][member], 1 + i, text, rank -> start(rank, iteration)));
        }
    }

    /** A rank's part of the operation. */
    private final class Own {
        private final CollectivePart part;
        private PersistentHandle prepared;

        Own(int rank) {
            part = new CollectivePart(
                    model, rank, (from, block, iteration, i) -> value(from, block + 1000L * iteration, i));
        }

        CollectiveOperation operation() {
            return part.set(new CollectiveOperation(part.kind(), part.root()));
        }
    }

    private Own own(RankRun rank) {
        return rank.state(this, () -> new Own(rank.rank()));
    }

    private void run(RankRun rank) {
        Own own = own(rank);
        own.part.prepare(0);
        Collectives collectives = rank.communicator(comm()).collectives();
        CollectiveOperation operation = collectives.blocking(own.part.kind(), own.part.root());
        if (rank.attempt(comm().members(), () -> collectives.run(own.part.set(operation)))) own.part.check(call());
        else own.part.keep();
        keep(rank, own);
    }

    private void start(RankRun rank) {
        Own own = own(rank);
        own.part.prepare(0);
        RequestHandle started = rank.communicator(comm()).collectives().start(own.operation());
        String text = "#" + number() + " " + call();
        rank.started(started, comm().members(), due(begin()), text, outcome(rank, own, call(), true));
    }

    private void prepare(RankRun rank) {
        Own own = own(rank);
        own.prepared = rank.communicator(comm()).collectives().prepare(own.operation());
    }

    private void start(RankRun rank, int iteration) {
        Own own = own(rank);
        own.part.prepare(iteration);
        own.prepared.start(Status.BINDING);
        String what = "start " + iteration + " of " + call();
        rank.started(
                own.prepared,
                comm().members(),
                due(starts[iteration]),
                "#" + number() + " " + what,
                outcome(rank, own, what, iteration == starts.length - 1));
    }

    private Outcome outcome(RankRun rank, Own own, String what, boolean isLast) {
        return new Outcome() {
            @Override
            public void complete(Status status) {
                own.part.check(what);
                if (isLast) end();
            }

            @Override
            public void fail() {
                own.part.keep();
                if (isLast) end();
            }

            private void end() {
                if (own.prepared != null) own.prepared.free(Status.BINDING);
                keep(rank, own);
            }
        };
    }

    private void keep(RankRun rank, Own own) {
        rank.atEnd(() -> own.part.check("#" + number() + " " + call() + ", long after it was complete"));
    }

    @Override
    public String toString() {
        return form + " " + model;
    }
}

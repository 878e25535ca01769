package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.communicator.RequestArray;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.simulation.RankRun.Pending;

/** The ways to complete operations (MPI-4.1 section 3.7.5). */
enum Completions {
    WAIT {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            List<Pending> order = new ArrayList<>(due);
            Collections.shuffle(order, random);
            for (Pending each : order) each.complete(each.request().await(Status.BINDING));
        }
    },
    WAITALL {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            for (Status status : array(due).awaitAll()) due.get(status.index()).complete(status);
        }
    },
    /** Completes also others that happen to be done before. */
    WAITANY {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            while (areOpen(due)) {
                List<Pending> some = random.nextBoolean() ? due : List.copyOf(all);
                Status status = array(some).awaitAny();
                some.get(status.index()).complete(status);
            }
        }
    },
    WAITSOME {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            while (areOpen(due)) {
                List<Pending> some = List.copyOf(all);
                for (Status status : array(some).awaitSome())
                    some.get(status.index()).complete(status);
            }
        }
    },
    TEST {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            for (int tries = 0; areOpen(due) && tries < MOST_TRIES; tries++) {
                Pending next = due.get(random.nextInt(due.size()));
                Status status = next.isOpen() ? next.request().test(Status.BINDING) : null;
                if (status != null) next.complete(status);
            }
            waitForTheRest(due);
        }
    },
    TESTALL {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            Status[] statuses = null;
            for (int tries = 0; statuses == null && tries < MOST_TRIES; tries++)
                statuses = array(due).testAll();
            if (statuses == null) statuses = array(due).awaitAll();
            for (Status status : statuses) due.get(status.index()).complete(status);
        }
    },
    TESTANY {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            for (int tries = 0; areOpen(due) && tries < MOST_TRIES; tries++) {
                List<Pending> some = List.copyOf(all);
                Status status = array(some).testAny();
                if (status != null) some.get(status.index()).complete(status);
            }
            waitForTheRest(due);
        }
    },
    TESTSOME {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            for (int tries = 0; areOpen(due) && tries < MOST_TRIES; tries++) {
                List<Pending> some = List.copyOf(all);
                for (Status status : array(some).testSome())
                    some.get(status.index()).complete(status);
            }
            waitForTheRest(due);
        }
    };

    /** A program that has tested so often waits. */
    private static final int MOST_TRIES = 200;

    /**
     * Completes operations.
     *
     * @param due are completed
     * @param all are under way; those that are complete are taken out
     */
    abstract void complete(List<Pending> due, List<Pending> all, Random random);

    private static boolean areOpen(List<Pending> due) {
        return due.stream().anyMatch(Pending::isOpen);
    }

    private static void waitForTheRest(List<Pending> due) {
        for (Pending each : due) if (each.isOpen()) each.complete(each.request().await(Status.BINDING));
    }

    private static RequestArray<Status> array(List<Pending> pending) {
        return new RequestArray<>(pending.stream().map(Pending::request).toArray(RequestHandle[]::new), Status.BINDING);
    }
}

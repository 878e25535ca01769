package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
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
            call(due, RequestArray::awaitAll);
        }
    },
    /** Completes also others that happen to be done before. */
    WAITANY {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            while (areOpen(due)) {
                call(random.nextBoolean() ? due : List.copyOf(all), RequestArray::awaitAny);
            }
        }
    },
    WAITSOME {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            while (areOpen(due)) {
                call(List.copyOf(all), RequestArray::awaitSome);
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
            for (int tries = 0; areOpen(due) && tries < MOST_TRIES; tries++) call(due, RequestArray::testAll);
            if (areOpen(due)) call(due, RequestArray::awaitAll);
        }
    },
    TESTANY {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            for (int tries = 0; areOpen(due) && tries < MOST_TRIES; tries++) {
                call(List.copyOf(all), RequestArray::testAny);
            }
            waitForTheRest(due);
        }
    },
    TESTSOME {
        @Override
        void complete(List<Pending> due, List<Pending> all, Random random) {
            for (int tries = 0; areOpen(due) && tries < MOST_TRIES; tries++) {
                call(List.copyOf(all), RequestArray::testSome);
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

    /** Makes a call for several operations; those that it has completed are complete, also if it fails by another. */
    private static void call(List<Pending> some, Consumer<RequestArray<Status>> call) {
        Status.Recorder recorder = new Status.Recorder();
        RequestHandle[] requests = some.stream().map(Pending::request).toArray(RequestHandle[]::new);
        try {
            call.accept(new RequestArray<>(requests, recorder));
        } finally {
            for (Status status : recorder.statuses()) some.get(status.index()).complete(status);
        }
    }
}

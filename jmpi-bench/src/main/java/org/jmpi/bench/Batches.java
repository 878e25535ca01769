package org.jmpi.bench;

import mpi.MPI;

/**
 * Times exchanges between ranks 0 and 1 in batches. Rank 0 leads: it announces how many exchanges come next, and holds
 * the clock; rank 1 follows until it is told that there are no more.
 *
 * <p>The {@link Pace} says for how long exchanges run untimed before each series, and how long a batch takes, which
 * hides the clock and the announcement.
 */
final class Batches {
    private static final int TAG_COUNT = 4;
    private static final int TAG_TIMES = 5;
    private static final long NO_MORE = 0;

    /** Something that both ranks do together. */
    interface Exchange {
        void run() throws Exception;
    }

    private final boolean leads = MPI.COMM_WORLD.Rank() == 0;
    private final long[] count = new long[1];
    private final Pace pace;
    private final WarmUp warmUp;

    /** Prepares for any number of series. */
    Batches(Pace pace) throws Exception {
        this.pace = pace;
        warmUp = new WarmUp(pace);
    }

    /**
     * Runs and times a series.
     *
     * @return microseconds per exchange in each batch, by the clock of rank 0, on both ranks
     */
    double[] time(String operation, Exchange exchange) throws Exception {
        long perBatch = warmUp(operation, exchange);
        double[] micros = new double[pace.batches()];
        if (leads) {
            for (int k = 0; k < micros.length; k++) micros[k] = lead(exchange, perBatch) / 1e3 / perBatch;
            announce(NO_MORE);
            MPI.COMM_WORLD.Send(micros, 0, micros.length, MPI.DOUBLE, 1, TAG_TIMES);
        } else {
            follow(exchange);
            MPI.COMM_WORLD.Recv(micros, 0, micros.length, MPI.DOUBLE, 0, TAG_TIMES);
        }
        return micros;
    }

    /**
     * Runs exchanges without timing them until they are warm.
     *
     * @return how many make a batch, on both ranks
     */
    long warmUp(String operation, Exchange exchange) throws Exception {
        if (leads) {
            long perBatch = warm(exchange, warmUp.nanos(operation));
            announce(NO_MORE);
            announce(perBatch);
        } else {
            follow(exchange);
            hear();
        }
        return count[0];
    }

    private long warm(Exchange exchange, long untimed) throws Exception {
        long perBatch = 1;
        long nanos;
        for (long spent = 0; spent < untimed; spent += nanos) {
            nanos = lead(exchange, perBatch);
            perBatch = pace.next(perBatch, nanos);
        }
        return perBatch;
    }

    private long lead(Exchange exchange, long exchanges) throws Exception {
        announce(exchanges);
        long start = System.nanoTime();
        for (long i = 0; i < exchanges; i++) exchange.run();
        return System.nanoTime() - start;
    }

    private void follow(Exchange exchange) throws Exception {
        while (hear() != NO_MORE) {
            for (long i = 0; i < count[0]; i++) exchange.run();
        }
    }

    private void announce(long exchanges) throws Exception {
        count[0] = exchanges;
        MPI.COMM_WORLD.Send(count, 0, 1, MPI.LONG, 1, TAG_COUNT);
    }

    private long hear() throws Exception {
        MPI.COMM_WORLD.Recv(count, 0, 1, MPI.LONG, 0, TAG_COUNT);
        return count[0];
    }
}

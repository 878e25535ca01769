package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import mpi.MPI;

/**
 * PingPong as in the JMPI paper, section 5.1: for each size, {@value #REPETITIONS} round trips, each timed by rank 0,
 * and their average.
 *
 * <p>Before each size the content of one message each way is verified, and the exchange is warmed up (see
 * {@link Batches}): each size may take a way of its own. Neither is timed.
 *
 * <p>As samples they are of the operation {@value #OP}: a message and its answer.
 */
final class PaperSeries {
    static final int REPETITIONS = 64;
    /** What is timed, a message and its answer. */
    public static final String OP = "roundtrip";

    private static final int MAX_EXPONENT = 20;

    private final Payload.Kind kind;
    private final Form form;
    private final Batches batches;
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Table table =
            new Table("     bytes", "round trip us", "   min us", "   max us", "    Mbit/s", "      MB/s");

    /** Prepares for one kind of elements. */
    PaperSeries(Payload.Kind kind, Form form, Pace pace) throws Exception {
        this.kind = kind;
        this.form = form;
        batches = new Batches(pace);
    }

    /** Returns the sizes of the paper: 2^0 to 2^20 bytes. */
    static long[] sizes() {
        long[] sizes = new long[MAX_EXPONENT + 1];
        for (int x = 0; x <= MAX_EXPONENT; x++) sizes[x] = 1L << x;
        return sizes;
    }

    /** Measures arrays of these lengths between ranks 0 and 1. */
    void run(int[] lengths) throws Exception {
        if (form == Form.TABLE)
            Program.print("Average of " + REPETITIONS
                    + " round trips; throughput is bytes over half a round trip, 1 MB = 10^6 bytes");
        Program.print(form == Form.TABLE ? table.heading() : form.heading());
        for (int length : lengths) measure(length);
    }

    private void measure(int length) throws Exception {
        Payload payload = new Payload(kind, length);
        Link link = new Link(payload);
        link.verify();
        payload.fillAsInPaper();
        batches.warmUp(OP, link::roundTrip);
        double[] micros = new double[REPETITIONS];
        for (int k = 0; k < REPETITIONS; k++) {
            long start = System.nanoTime();
            link.roundTrip();
            micros[k] = (System.nanoTime() - start) / 1e3;
        }
        Program.print(
                form == Form.TABLE
                        ? row(payload.bytes(), Arrays.stream(micros).summaryStatistics())
                        : form.row(Series.of(OP + kind.suffix(), ranks, payload.bytes(), micros)));
    }

    private String row(long bytes, DoubleSummaryStatistics micros) {
        double megabytes = 2 * bytes / micros.getAverage();
        return table.row(
                Long.toString(bytes),
                number(micros.getAverage(), 3),
                number(micros.getMin(), 3),
                number(micros.getMax(), 3),
                number(8 * megabytes, 2),
                number(megabytes, 2));
    }
}

package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import mpi.MPI;

/**
 * Heap allocated per message in the steady state, on ranks 0 and 1: by the rank's own thread, and by all threads of its
 * JVM (which may be the JVM of both).
 *
 * <p>One message is one send and one receive. A rank does one of each in a round trip, so its figure is what it
 * allocates per round trip; a JVM with both ranks is divided by two. The exchanges are warmed up as in {@link Batches}.
 * Of {@value #READINGS} readings over {@value #BATCHES_PER_READING} batches each the median counts, as a thread of the
 * JIT compiler or a logger may add to one.
 *
 * <p>As samples they are of the operation {@value #OP}: of Send and Recv, the mean of both ranks with all threads.
 */
final class AllocationSeries {
    /** Sizes in bytes if the user names none. */
    static final long[] SIZES = {1, 8, 512, 4096, 32_768, 262_144, 1 << 20};

    private static final int READINGS = 5;
    private static final int BATCHES_PER_READING = 5;
    private static final int TAG_FIGURES = 6;

    static final String OP = "allocation";

    private final Payload.Kind kind;
    private final Form form;
    private final Batches batches;
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Table table = new Table(
            "                     op",
            "     bytes",
            "rank 0 thread",
            "rank 0 JVM",
            "rank 1 thread",
            "rank 1 JVM",
            "  messages");

    /** Prepares for one kind of elements. */
    AllocationSeries(Payload.Kind kind, Form form, Pace pace) throws Exception {
        this.kind = kind;
        this.form = form;
        batches = new Batches(pace);
    }

    /** Measures arrays of these lengths between ranks 0 and 1. */
    void run(int[] lengths) throws Exception {
        int ranksHere = sharesJvm() ? 2 : 1;
        if (form == Form.TABLE)
            Program.print("Bytes of heap allocated per message (one send and one receive), ranks 0 and 1 in "
                    + (ranksHere == 2 ? "one JVM" : "a JVM each"));
        Program.print(form == Form.TABLE ? table.heading() : form.heading());
        for (int length : lengths) {
            Link link = new Link(new Payload(kind, length));
            link.verify();
            measure("Send/Recv", (long) length * kind.bytes(), link::roundTrip, ranksHere);
            if (form == Form.TABLE)
                measure("Isend/Irecv/Wait", (long) length * kind.bytes(), link::splitRoundTrip, ranksHere);
        }
    }

    private void measure(String op, long bytes, Batches.Exchange exchange, int ranksHere) throws Exception {
        long messages = batches.warmUp(op, exchange) * BATCHES_PER_READING;
        double[] thread = new double[READINGS];
        double[] process = new double[READINGS];
        for (int k = 0; k < READINGS; k++) {
            Allocation before = Allocation.now();
            for (long i = 0; i < messages; i++) exchange.run();
            Allocation after = Allocation.now();
            Allocation reading = Allocation.now().minus(after);
            Allocation used = after.minus(before).minus(reading);
            thread[k] = (double) used.thread() / messages;
            process[k] = (double) used.process() / messages / ranksHere;
        }
        double[] here = {median(thread), median(process)};
        double[] there = exchanged(here);
        Program.print(
                form == Form.TABLE
                        ? row(op, bytes, here, there, messages)
                        : form.row(Series.of(OP + kind.suffix(), ranks, bytes, (here[1] + there[1]) / 2)));
    }

    private String row(String op, long bytes, double[] here, double[] there, long messages) {
        return table.row(
                op + kind.suffix(),
                Long.toString(bytes),
                number(here[0], 2),
                number(here[1], 2),
                number(there[0], 2),
                number(there[1], 2),
                Long.toString(READINGS * messages));
    }

    /** Compares process numbers and start times, as ranks on different hosts may have the same number. */
    private static boolean sharesJvm() throws Exception {
        double started = ManagementFactory.getRuntimeMXBean().getStartTime();
        double[] here = {ProcessHandle.current().pid(), started};
        return Arrays.equals(here, exchanged(here));
    }

    private static double[] exchanged(double[] here) throws Exception {
        double[] there = new double[here.length];
        int other = 1 - MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Sendrecv(
                here,
                0,
                here.length,
                MPI.DOUBLE,
                other,
                TAG_FIGURES,
                there,
                0,
                there.length,
                MPI.DOUBLE,
                other,
                TAG_FIGURES);
        return there;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}

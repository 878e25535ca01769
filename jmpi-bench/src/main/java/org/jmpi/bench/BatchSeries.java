package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.util.Arrays;
import mpi.MPI;

/**
 * PingPong in {@link Batches}: half a round trip for each size, then the time per message in a stream with
 * {@value Link#WINDOW} in flight (up to {@value #MAX_STREAM} bytes), then the {@link Comms1} line through the half
 * round trips. One message each way is verified per size, untimed.
 */
final class BatchSeries {
    /** Sizes in bytes if the user names none. */
    static final long[] SIZES = {1, 8, 64, 512, 4096, 32_768, 262_144, 1 << 20, 4 << 20, 16 << 20};

    private static final int MAX_STREAM = 1 << 20;

    private final Payload.Kind kind;
    private final Form form;
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Batches batches;

    /** Prepares for one kind of elements. */
    BatchSeries(Payload.Kind kind, Form form, Pace pace) throws Exception {
        this.kind = kind;
        this.form = form;
        batches = new Batches(pace);
    }

    /** Measures arrays of these lengths between ranks 0 and 1. */
    void run(int[] lengths) throws Exception {
        Program.print(form.heading());
        Sample[] halves = new Sample[lengths.length];
        for (int i = 0; i < lengths.length; i++) halves[i] = pingPong(new Payload(kind, lengths[i]));
        for (int length : lengths) {
            if ((long) length * kind.bytes() <= MAX_STREAM) stream(new Payload(kind, length));
        }
        if (lengths.length > 1 && form != Form.SAMPLES) Program.print("# " + fit(halves));
    }

    private Sample pingPong(Payload payload) throws Exception {
        Link link = new Link(payload);
        link.verify();
        return report("pingpong", payload, batches.time("pingpong", link::roundTrip), 2);
    }

    private void stream(Payload payload) throws Exception {
        Link link = new Link(payload);
        link.verify();
        Sample sample = report("stream", payload, batches.time("stream", link::window), Link.WINDOW);
        if (form != Form.CSV) return;
        Program.print(
                "# message rate at " + sample.bytes() + " bytes: " + number(sample.perSecond(), 0) + " per second");
    }

    private Sample report(String op, Payload payload, double[] micros, int messages) throws Exception {
        for (int k = 0; k < micros.length; k++) micros[k] /= messages;
        Series series = Series.of(op + kind.suffix(), ranks, payload.bytes(), micros);
        Program.print(form.row(series));
        return series.summary();
    }

    private static Comms1 fit(Sample[] halves) {
        return Comms1.fit(
                Arrays.stream(halves).mapToDouble(Sample::bytes).toArray(),
                Arrays.stream(halves).mapToDouble(Sample::median).toArray());
    }
}

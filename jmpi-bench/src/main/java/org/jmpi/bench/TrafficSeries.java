package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import mpi.MPI;

/**
 * Bytes that a message costs on its way: what rank 0 hands to the system in a round trip, in which it sends one message
 * and answers another one if the transport asks for answers. Headers of TCP and IP are not among them, nor is memory
 * that ranks share.
 */
final class TrafficSeries {
    static final String OP = "traffic";

    /** Sizes in bytes if the user names none. */
    static final long[] SIZES = {1, 1024, 1 << 20};

    // The first messages on a connection also describe what later ones refer to.
    private static final int FIRST = 50;
    private static final int ROUND_TRIPS = 400;

    private final Payload.Kind kind;
    private final Form form;
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Table table = new Table("             op", "     bytes", "   written", "     added");

    /** Prepares for one kind of elements. */
    TrafficSeries(Payload.Kind kind, Form form) throws Exception {
        this.kind = kind;
        this.form = form;
    }

    /** Measures arrays of these lengths between ranks 0 and 1. */
    void run(int[] lengths) throws Exception {
        if (form == Form.TABLE) Program.print("Bytes written per message by rank 0, and those beyond the payload");
        Program.print(form == Form.TABLE ? table.heading() : form.heading());
        for (int length : lengths) measure(new Payload(kind, length));
    }

    private void measure(Payload payload) throws Exception {
        Link link = new Link(payload);
        link.verify();
        for (int k = 0; k < FIRST; k++) link.roundTrip();
        long before = Traffic.written();
        for (int k = 0; k < ROUND_TRIPS; k++) link.roundTrip();
        double written = (double) (Traffic.written() - before) / ROUND_TRIPS;
        Series series = Series.of(OP + kind.suffix(), ranks, payload.bytes(), written);
        Program.print(form == Form.TABLE ? row(series, written) : form.row(series));
    }

    private String row(Series series, double written) {
        return table.row(
                series.op(), Long.toString(series.bytes()), number(written, 1), number(written - series.bytes(), 1));
    }
}

package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;

/**
 * The reads, writes and bulk transfers through global pointers of "MRPC: A High Performance RPC System for MPMD
 * Parallel Computing", section 5.1 and table 8, as accesses to a window. The paper has the times on an IBM SP, in
 * Split-C over Active Messages and in CC++ over MRPC.
 */
final class GlobalPointers {
    private static final int DOUBLES = 20;

    /** A row of the paper's table, with its times in µs. */
    private enum Row {
        /** {@code lx = *gpY}, a double. */
        READ(Access.GET, Double.BYTES, 57, 92),
        /** {@code *gpY = lx}. */
        WRITE(Access.PUT, Double.BYTES, 57, 92),
        /** {@code bulk_read} of 20 doubles. */
        BULK_READ(Access.GET, DOUBLES * Double.BYTES, 75, 177),
        /** {@code bulk_write} of 20 doubles. */
        BULK_WRITE(Access.PUT, DOUBLES * Double.BYTES, 74, 154),
        /** A call without arguments that runs atomically. */
        ATOMIC(Access.FETCH_AND_OP, Long.BYTES, 56, 88);

        private final Access access;
        private final int bytes;
        private final int splitC;
        private final int mrpc;

        Row(Access access, int bytes, int splitC, int mrpc) {
            this.access = access;
            this.bytes = bytes;
            this.splitC = splitC;
            this.mrpc = mrpc;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Table COLUMNS = new Table(
            "             op", "     bytes", " median us", "    min us", "    max us", "Split-C us", "MRPC us");

    private final Form form;
    private final Exposure.Memory memory;
    private final Intracomm pair;
    private final Batches batches;

    GlobalPointers(Form form, Exposure.Memory memory, Intracomm pair, Batches batches) {
        this.form = form;
        this.memory = memory;
        this.pair = pair;
        this.batches = batches;
    }

    void run() throws Exception {
        Program.print(form == Form.TABLE ? COLUMNS.heading() : form.heading());
        for (Row row : Row.values()) {
            Exposure exposure = new Exposure(row.access, row.bytes, memory, pair);
            exposure.verify();
            double[] micros = batches.time(row.access.toString(), exposure::run);
            exposure.free();
            Series series = Series.of(row.toString(), MPI.COMM_WORLD.Size(), row.bytes, micros);
            Program.print(form == Form.TABLE ? beside(row, series.summary()) : form.row(series));
        }
    }

    private static String beside(Row row, Sample sample) {
        return COLUMNS.row(
                row.toString(),
                Integer.toString(row.bytes),
                number(sample.median(), 3),
                number(sample.min(), 3),
                number(sample.max(), 3),
                Integer.toString(row.splitC),
                Integer.toString(row.mrpc));
    }
}

package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import mpi.MPI;

/** The rows of {@link Rpc}, beside the paper's times and as multiples of messages and of RMI. */
final class CallTable {
    private static final Table COLUMNS = new Table(
            "             op", "     bytes", " median us", "    min us", "    max us", " x Send", "  x RMI", "MRPC us");

    private final Form form;
    private final Map<RemoteCall, Series> rows = new EnumMap<>(RemoteCall.class);

    CallTable(Form form) {
        this.form = form;
    }

    String heading() {
        return form == Form.TABLE ? COLUMNS.heading() : form.heading();
    }

    /** Adds the times of a call in µs, a batch each. */
    void add(RemoteCall call, double[] micros) {
        rows.put(call, Series.of(call.toString(), MPI.COMM_WORLD.Size(), call.bytes(), micros));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        rows.forEach((call, series) -> lines.add(form == Form.TABLE ? row(call, series) : form.row(series)));
        return lines;
    }

    private String row(RemoteCall call, Series series) {
        Sample sample = series.summary();
        return COLUMNS.row(
                sample.op(),
                Long.toString(sample.bytes()),
                number(sample.median(), 3),
                number(sample.min(), 3),
                number(sample.max(), 3),
                times(sample, call.message()),
                call.bytes() > 0 ? "" : times(sample, RemoteCall.RMI),
                call.mrpc() == 0 ? "" : Integer.toString(call.mrpc()));
    }

    private String times(Sample sample, RemoteCall other) {
        Series series = rows.get(other);
        return series == null ? "" : number(sample.median() / series.summary().median(), 2);
    }
}

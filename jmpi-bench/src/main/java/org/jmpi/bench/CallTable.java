package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mpi.MPI;
import org.jmpi.bench.RemoteCall.Way;

/** The rows of {@link Rpc}, beside the paper's times and as multiples of messages, of RMI and of ONC RPC. */
final class CallTable {
    private static final Table COLUMNS = new Table(
            "             op",
            "     bytes",
            " median us",
            "    min us",
            "    max us",
            " x Send",
            "  x RMI",
            "  x ONC",
            "MRPC us");

    private final Form form;
    private final Map<CallRow, Series> rows = new LinkedHashMap<>();

    CallTable(Form form) {
        this.form = form;
    }

    String heading() {
        return form == Form.TABLE ? COLUMNS.heading() : form.heading();
    }

    /** Adds the times of a row in µs, a batch each. */
    void add(CallRow row, double[] micros) {
        rows.put(row, Series.of(row.call().toString(), MPI.COMM_WORLD.Size(), row.bytes(), micros));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        rows.forEach((row, series) -> lines.add(form == Form.TABLE ? line(row, series) : form.row(series)));
        return lines;
    }

    private String line(CallRow row, Series series) {
        Sample sample = series.summary();
        Optional<Series> message = find(Way.MESSAGE, row.bytes());
        return COLUMNS.row(
                sample.op(),
                Long.toString(sample.bytes()),
                number(sample.median(), 3),
                number(sample.min(), 3),
                number(sample.max(), 3),
                times(sample, message.isPresent() ? message : find(Way.MESSAGE, 0)),
                times(sample, find(Way.RMI, row.bytes())),
                times(sample, find(Way.ONC_RPC, row.bytes())),
                row.call().mrpc() == 0 ? "-" : Integer.toString(row.call().mrpc()));
    }

    /** Returns the first row of a way and a length. */
    private Optional<Series> find(Way way, int bytes) {
        return rows.entrySet().stream()
                .filter(entry ->
                        entry.getKey().call().way() == way && entry.getKey().bytes() == bytes)
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String times(Sample sample, Optional<Series> other) {
        return other.map(series -> number(sample.median() / series.summary().median(), 2))
                .orElse("-");
    }
}

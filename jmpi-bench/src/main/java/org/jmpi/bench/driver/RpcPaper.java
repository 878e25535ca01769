package org.jmpi.bench.driver;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A page about "A Performance Evaluation of RPC, Java RMI, MPI and PVM" by Kalim Qureshi and Haroon Rashid: its
 * experiments repeated, and what it found beside what was measured now.
 */
final class RpcPaper {
    static final String LATENCY = "latency.png";
    static final String BANDWIDTH = "bandwidth.png";
    static final String MATRIX = "matrix.png";

    /** What the paper compares with. */
    private static final String RPC = "onc-rpc";

    private static final List<Long> SHOWN = List.of(0L, 1000L, 5000L, 10_000L);

    private final Results results;
    private final Set<String> charts;
    private final Measured measured;
    private final List<String> names;
    private final int matrix;
    private final Markdown page;

    /**
     * Takes what was measured.
     *
     * @param matrix rows of the matrices
     */
    RpcPaper(Results results, Summary summary, Set<String> charts, int matrix) {
        this.results = results;
        this.charts = charts;
        this.matrix = matrix;
        measured = new Measured(results.libraries(), summary);
        names = measured.names();
        page = Frame.begin("RPC, Java RMI and MPI", results);
    }

    String page() {
        page.paragraph(
                "After \"A Performance Evaluation of RPC, Java RMI, MPI and PVM\" by Kalim Qureshi and Haroon Rashid,"
                        + " which used eight hosts. Every value is the mean over the repetitions, of which each counts"
                        + " with its median. The figures of the JMPI paper are on [a page of their own](README.md).");
        latency();
        bandwidth();
        matrix();
        thenAndNow();
        Frame.end(page, results);
        return page.toString();
    }

    private void latency() {
        List<Long> sizes = measured.sizes(Measured.ROUND_TRIP, SHOWN);
        if (sizes.isEmpty()) return;
        page.heading(2, "Latency")
                .paragraph("Time of a message and its answer, of the same size, or of a call that returns what it is "
                        + "given,"
                        + " in µs; in brackets: over the time of `" + RPC + "`.");
        picture(LATENCY);
        page.table(
                Tables.heading("bytes", names),
                sizes.stream()
                        .map(bytes -> Tables.row(bytes, names, name -> time(Measured.ROUND_TRIP, 2, bytes, name, 1)))
                        .toList());
    }

    /** Returns a time in as many microseconds as are a unit, and its ratio. */
    private String time(String op, int ranks, long bytes, String name, double unit) {
        String ratio =
                Measured.cell(measured.gain(op, ranks, bytes, name, RPC), over -> " (" + Markdown.number(over) + ")");
        return Measured.cell(measured.value(op, ranks, bytes, name), micros -> Markdown.number(micros / unit) + ratio);
    }

    private void picture(String file) {
        if (charts.contains(file)) page.picture(file);
    }

    private void bandwidth() {
        if (names.stream().allMatch(name -> bandwidth(name).isEmpty())) return;
        page.heading(2, "Bandwidth").paragraph("The same, as what goes to and fro over the time it takes.");
        picture(BANDWIDTH);
        page.paragraph("Means over the sizes, in Mbit/s: " + measured.list(this::bandwidth, Markdown::number) + ".");
    }

    private OptionalDouble bandwidth(String name) {
        return FigureOptions.PACKETS.stream()
                .filter(bytes -> bytes > 0
                        && measured.value(Measured.ROUND_TRIP, 2, bytes, name).isPresent())
                .mapToDouble(bytes -> Quantity.MEGABITS.of(
                        measured.value(Measured.ROUND_TRIP, 2, bytes, name).getAsDouble(), bytes))
                .average();
    }

    private void matrix() {
        List<Integer> ranks = measured.ranks(Measured.MATRIX);
        if (ranks.isEmpty()) return;
        page.heading(2, "Product of matrices")
                .paragraph("A master has a product of matrices of " + matrix + " x " + matrix
                        + " doubles computed: a task is one"
                        + " row and one column, " + String.format(Locale.ROOT, "%,d", (long) matrix * matrix)
                        + " in all, and each worker has one at a time. Every product was checked. Time in s; in"
                        + " brackets: over the time of `" + RPC + "`.");
        picture(MATRIX);
        page.table(
                Tables.heading("workers", names),
                ranks.stream()
                        .map(number ->
                                Tables.row(number - 1L, names, name -> time(Measured.MATRIX, number, 0, name, 1e6)))
                        .toList());
    }

    private void thenAndNow() {
        List<Integer> ranks = measured.ranks(Measured.MATRIX);
        int most = ranks.isEmpty() ? 0 : ranks.get(ranks.size() - 1);
        String product = "product with " + (most - 1) + " workers, ";
        new ThenAndNow(measured)
                .add(
                        "mean bandwidth in Mbit/s",
                        "RPC 8.7, MPI 7, PVM 4, Java RMI 2.5, by Ethernet of 10 Mbit/s",
                        this::bandwidth,
                        Markdown::number)
                .add(
                        "round trip without payload, over that of RPC",
                        "MPI nearest to RPC, Java RMI longest",
                        name -> overRpc(Measured.ROUND_TRIP, 2, name),
                        Markdown::number)
                .add(
                        product + "over that of RPC",
                        "MPI nearest to RPC; all in all PVM 2 to 3 times and Java RMI 4 to 6 times as slow",
                        name -> overRpc(Measured.MATRIX, most, name),
                        Markdown::number)
                .add(
                        product + "over that with one",
                        "less time with more workers, of all",
                        name -> ranks.size() < 2 ? OptionalDouble.empty() : overFirst(name, ranks.get(0), most),
                        Markdown::number)
                .writeTo(page);
    }

    private OptionalDouble overRpc(String op, int ranks, String name) {
        return name.equals(RPC) ? OptionalDouble.empty() : measured.gain(op, ranks, 0, name, RPC);
    }

    private OptionalDouble overFirst(String name, int few, int many) {
        OptionalDouble first = measured.value(Measured.MATRIX, few, 0, name);
        OptionalDouble last = measured.value(Measured.MATRIX, many, 0, name);
        return first.isPresent() && last.isPresent()
                ? OptionalDouble.of(last.getAsDouble() / first.getAsDouble())
                : OptionalDouble.empty();
    }
}

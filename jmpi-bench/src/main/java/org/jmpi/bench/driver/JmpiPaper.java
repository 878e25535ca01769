package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * A page about "JMPI: Implementing the Message Passing Standard in Java" by Steven Morin, Israel Koren and C. Mani Krishna:
 * its figures on one host, drawn again, and what it found beside what was measured now.
 */
final class JmpiPaper {
    static final String FIGURE_1 = "figure-1.png";
    static final String FIGURE_3 = "figure-3.png";

    /** The transport that is as in the paper, and what stands in for it where it is not installed. */
    private static final List<String> BASES = List.of("rmi", "java-rmi");

    private static final List<Long> SHOWN = List.of(1L, 16L, 256L, 1024L, 4096L, 65_536L, 1L << 20);
    private static final long SHORT = 1;

    /** What the paper proposed, and where it is to be found here. */
    private record Remedy(String what, String library) {}

    private static final List<Remedy> REMEDIES = List.of(
            new Remedy("remote calls with fast serialisation (KaRMI in the paper)", "rmi-kryo"),
            new Remedy("sockets instead of remote calls", "socket"),
            new Remedy("memory that processes share", "shm"),
            new Remedy("ranks as threads of one JVM", "threads"));

    private final Results results;
    private final Set<String> charts;
    private final Measured measured;
    private final Markdown page;

    JmpiPaper(Results results, Summary summary, Set<String> charts) {
        this.results = results;
        this.charts = charts;
        measured = new Measured(results.libraries(), summary);
        page = Frame.begin("The figures of the JMPI paper, drawn again", results);
    }

    String page() {
        page.paragraph(
                "The paper is \"JMPI: Implementing the Message Passing Standard in Java\" by Steven Morin, Israel Koren"
                        + " and C. Mani Krishna. Every value is the mean over the"
                        + " repetitions, as in the paper, of which each counts with its median: a single pause of the system would move a"
                        + " mean. The comparison with"
                        + " remote calls is on [a page of its own](rpc.md).");
        pingPong();
        mandelbrot();
        thenAndNow();
        remedies();
        Frame.end(page, results);
        return page.toString();
    }

    private void pingPong() {
        List<Long> sizes = measured.sizes(Measured.ROUND_TRIP, SHOWN);
        if (sizes.isEmpty()) return;
        page.heading(2, "Figure 1: PingPong")
                .paragraph(
                        "Rank 0 sends an array of bytes, and rank 1 sends it back: 64 times for each size, each timed alone."
                                + " Throughput is what both send over that time, in Mbit/s:");
        picture(FIGURE_1);
        List<String> names = results.only(Library::passesMessages).names();
        page.table(
                Tables.heading("bytes", names),
                sizes.stream()
                        .map(bytes -> Tables.row(bytes, names, name -> megabits(name, bytes)))
                        .toList());
    }

    private String megabits(String name, long bytes) {
        return Measured.cell(
                measured.value(Measured.ROUND_TRIP, 2, bytes, name),
                micros -> Markdown.number(Quantity.MEGABITS.of(micros, bytes)));
    }

    private void mandelbrot() {
        List<Integer> ranks = measured.ranks(Measured.MANDELBROT);
        if (ranks.isEmpty()) return;
        page.heading(2, "Figure 3: Mandelbrot")
                .paragraph("A master hands out tasks of 400 points, of a picture of 512 x 512 points with up to 1000"
                        + " iterations each, to slaves. Each time is that of one picture in a program that has computed it"
                        + " before, in ms:");
        picture(FIGURE_3);
        List<String> names = results.only(Library::passesMessages).names();
        page.table(
                Tables.heading("slaves", names),
                ranks.stream()
                        .map(number -> Tables.row(number - 1L, names, name -> millis(name, number)))
                        .toList());
    }

    private String millis(String name, int ranks) {
        return Measured.cell(
                measured.value(Measured.MANDELBROT, ranks, 0, name), micros -> Markdown.number(micros / 1e3));
    }

    private void picture(String file) {
        if (charts.contains(file)) page.picture(file);
    }

    private void thenAndNow() {
        List<List<String>> rows = new ArrayList<>();
        row(rows, "bytes that a message of 1 byte grows by", "325, by Java RMI", this::grown, JmpiPaper::whole);
        row(
                rows,
                "a remote call that brings nothing",
                "0.94 ms, between two hosts",
                name -> name.equals("java-rmi")
                        ? measured.value(Measured.ROUND_TRIP, 2, 0, name)
                        : OptionalDouble.empty(),
                micros -> Markdown.number(micros / 1e3) + " ms, on one host");
        row(
                rows,
                "half a round trip of 1 byte",
                "not told",
                name -> measured.value(Measured.ROUND_TRIP, 2, SHORT, name),
                micros -> Markdown.number(micros / 2) + " µs");
        row(
                rows,
                "what each slave beyond the first adds to the time of the picture",
                "3 to 4 s, with KaRMI on one processor",
                this::addedPerSlave,
                micros -> String.format(Locale.ROOT, "%+.1f ms", micros / 1e3));
        if (rows.isEmpty()) return;
        page.heading(2, "What the paper found, and what is found here").table(List.of("what", "then", "now"), rows);
        slowedDown();
    }

    private void row(
            List<List<String>> rows,
            String what,
            String then,
            Function<String, OptionalDouble> value,
            Function<Double, String> text) {
        String now = measured.list(value, text);
        if (!now.isEmpty()) rows.add(List.of(what, then, now));
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    /** Where ranks share memory nothing is written at all. */
    private OptionalDouble grown(String name) {
        OptionalDouble written = measured.value(Measured.TRAFFIC, 2, SHORT, name);
        return written.isEmpty() ? written : OptionalDouble.of(Math.max(0, written.getAsDouble() - SHORT));
    }

    private OptionalDouble addedPerSlave(String name) {
        OptionalDouble one = picture(name, 0);
        OptionalDouble all = picture(name, slaves() - 1);
        return one.isPresent() && all.isPresent() && slaves() > 1
                ? OptionalDouble.of((all.getAsDouble() - one.getAsDouble()) / (slaves() - 1))
                : OptionalDouble.empty();
    }

    /** Returns the time of the picture with as many slaves beyond the first. */
    private OptionalDouble picture(String name, int more) {
        return measured.value(Measured.MANDELBROT, 2 + more, 0, name);
    }

    /** Returns the largest number of slaves. */
    private int slaves() {
        List<Integer> ranks = measured.ranks(Measured.MANDELBROT);
        return ranks.isEmpty() ? 0 : ranks.get(ranks.size() - 1) - 1;
    }

    private void slowedDown() {
        List<String> compared = measured.names().stream()
                .filter(name -> addedPerSlave(name).isPresent())
                .toList();
        if (compared.isEmpty()) return;
        List<String> slower = compared.stream()
                .filter(name -> addedPerSlave(name).getAsDouble() > 0)
                .toList();
        page.paragraph("With " + slaves() + " slaves instead of one the picture takes "
                + (slower.isEmpty()
                        ? "no longer, with any of the libraries."
                        : "longer with " + String.join(", ", slower) + ", of " + compared.size() + " libraries."));
    }

    private void remedies() {
        String base = BASES.stream()
                .filter(name ->
                        measured.value(Measured.ROUND_TRIP, 2, SHORT, name).isPresent())
                .findFirst()
                .orElse("");
        List<List<String>> rows = REMEDIES.stream()
                .filter(remedy -> measured.value(Measured.ROUND_TRIP, 2, SHORT, remedy.library)
                        .isPresent())
                .map(remedy -> gains(remedy, base))
                .toList();
        boolean comparable = !base.isEmpty() && !rows.isEmpty();
        List<Long> sizes = measured.sizes(Measured.ALLOCATION, SHOWN);
        if (!comparable && sizes.isEmpty()) return;
        page.heading(2, "What the remedies brought");
        if (comparable)
            page.paragraph("How many times as fast as `" + base + "`:")
                    .table(
                            List.of("remedy", "here", "1 byte", "1 KiB", "1 MiB", "picture, " + slaves() + " slaves"),
                            rows);
        if (!sizes.isEmpty()) reuse(sizes);
    }

    private List<String> gains(Remedy remedy, String base) {
        List<String> row = new ArrayList<>(List.of(remedy.what, remedy.library));
        for (long bytes : List.of(SHORT, 1024L, 1L << 20))
            row.add(times(measured.gain(Measured.ROUND_TRIP, 2, bytes, base, remedy.library)));
        row.add(times(measured.gain(Measured.MANDELBROT, 1 + slaves(), 0, base, remedy.library)));
        return row;
    }

    private static String times(OptionalDouble gain) {
        return Measured.cell(gain, Markdown::number);
    }

    private void reuse(List<Long> sizes) {
        List<String> names = measured.names().stream()
                .filter(name -> sizes.stream()
                        .anyMatch(bytes -> measured.value(Measured.ALLOCATION, 2, bytes, name)
                                .isPresent()))
                .toList();
        page.paragraph(
                        "Reuse of threads and buffers shows in the heap that a JVM allocates for a message, sent and received,"
                                + " in bytes:")
                .table(
                        Tables.heading("bytes", names),
                        sizes.stream()
                                .map(bytes -> Tables.row(
                                        bytes,
                                        names,
                                        name -> Measured.cell(
                                                measured.value(Measured.ALLOCATION, 2, bytes, name), JmpiPaper::whole)))
                                .toList());
    }
}

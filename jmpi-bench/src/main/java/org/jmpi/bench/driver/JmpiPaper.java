package org.jmpi.bench.driver;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A page about "JMPI: Implementing the Message Passing Standard in Java" by Steven Morin, Israel Koren and C. Mani
 * Krishna: its figures drawn again, and what it found beside what was measured now.
 */
final class JmpiPaper {
    private static final String BARE_RMI = "java-rmi";
    private static final List<Long> SIZES = List.of(1L, 16L, 256L, 1024L, 4096L, 65_536L, 1L << 20);
    private static final long SHORT = 1;

    private final Results results;
    private final Setting setting;
    private final Set<String> charts;
    private final Measured measured;
    private final Markdown page;

    JmpiPaper(Results results, Summary summary, Setting setting, Set<String> charts) {
        this.results = results;
        this.setting = setting;
        this.charts = charts;
        measured = new Measured(results.libraries(), summary);
        page = Frame.begin("The figures of the JMPI paper, drawn again", results);
    }

    String page() {
        page.paragraph(
                "The paper is \"JMPI: Implementing the Message Passing Standard in Java\" by Steven Morin, Israel Koren"
                        + " and C. Mani Krishna. Every value is the mean over the repetitions, as in the paper, of "
                        + "which"
                        + " each counts with its median: a single pause of the system would move a mean."
                        + (setting == Setting.HOSTS
                                ? " The paper's hosts were two, on Fast Ethernet; these are the hosts of the host file,"
                                        + " on which ranks run alternately, and the network between them."
                                : " The comparison with remote calls is on [a page of its own](rpc.md)."));
        pingPong();
        mandelbrot();
        thenAndNow();
        new Remedies(measured, workers()).writeTo(page);
        Frame.end(page, results);
        return page.toString();
    }

    private void pingPong() {
        List<Long> sizes = measured.sizes(Measured.ROUND_TRIP, SIZES);
        if (sizes.isEmpty()) return;
        page.heading(2, setting.pingPong())
                .paragraph(
                        "Rank 0 sends an array of bytes, and rank 1 sends it back: 64 times for each size, each timed"
                                + " alone, after a warm-up at that size. Throughput is what both send over that time, "
                                + "in Mbit/s:");
        picture(setting.pingPongChart());
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
        page.heading(2, setting.mandelbrot())
                .paragraph("A master hands out tasks of 400 points, of a picture of 512 x 512 points with up to 1000"
                        + " iterations each, to workers. Each time is that of one picture in a program that has "
                        + "computed it"
                        + " before, in ms:");
        picture(setting.mandelbrotChart());
        List<String> names = results.only(Library::passesMessages).names();
        page.table(
                Tables.heading("workers", names),
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
        new ThenAndNow(measured)
                .add("bytes that a message of 1 byte grows by", "325, by Java RMI", this::grown, Markdown::whole)
                .add(
                        "a remote call that brings nothing",
                        "0.94 ms, between two hosts",
                        name -> name.equals(BARE_RMI)
                                ? measured.value(Measured.ROUND_TRIP, 2, 0, name)
                                : OptionalDouble.empty(),
                        micros -> Markdown.number(micros / 1e3) + " ms, on one host")
                .add(
                        "half a round trip of 1 byte",
                        "not told",
                        name -> measured.value(Measured.ROUND_TRIP, 2, SHORT, name),
                        micros -> Markdown.number(micros / 2) + " µs")
                .add(
                        "what each worker beyond the first adds to the time of the picture",
                        "3 to 4 s, with KaRMI on one processor",
                        this::addedPerWorker,
                        micros -> String.format(Locale.ROOT, "%+.1f ms", micros / 1e3))
                .writeTo(page);
        slowedDown();
    }

    /** Where ranks share memory nothing is written at all. */
    private OptionalDouble grown(String name) {
        OptionalDouble written = measured.value(Measured.TRAFFIC, 2, SHORT, name);
        return written.isEmpty() ? written : OptionalDouble.of(Math.max(0, written.getAsDouble() - SHORT));
    }

    private OptionalDouble addedPerWorker(String name) {
        OptionalDouble one = picture(name, 0);
        OptionalDouble all = picture(name, workers() - 1);
        return one.isPresent() && all.isPresent() && workers() > 1
                ? OptionalDouble.of((all.getAsDouble() - one.getAsDouble()) / (workers() - 1))
                : OptionalDouble.empty();
    }

    /** Returns the time of the picture with as many workers beyond the first. */
    private OptionalDouble picture(String name, int more) {
        return measured.value(Measured.MANDELBROT, 2 + more, 0, name);
    }

    /** Returns the largest number of workers. */
    private int workers() {
        List<Integer> ranks = measured.ranks(Measured.MANDELBROT);
        return ranks.isEmpty() ? 0 : ranks.get(ranks.size() - 1) - 1;
    }

    private double slowed(String name) {
        return picture(name, workers() - 1).orElseThrow() / picture(name, 0).orElseThrow();
    }

    private void slowedDown() {
        List<String> compared = measured.names().stream()
                .filter(name -> addedPerWorker(name).isPresent())
                .toList();
        if (compared.isEmpty()) return;
        List<String> slower = compared.stream()
                .filter(name -> addedPerWorker(name).getAsDouble() > 0)
                .map(name -> name + " (" + Markdown.number(slowed(name)) + " times)")
                .toList();
        page.paragraph("With " + workers() + " workers instead of one the picture takes "
                + (slower.isEmpty()
                        ? "no longer, with any of the libraries."
                        : "longer with " + String.join(", ", slower) + ", of " + compared.size() + " libraries."));
    }
}

package org.jmpi.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The section about what the JMPI paper proposed for its future work, and what came of it. */
final class Remedies {
    /** The transport that is as in the paper, and what stands in for it where it is not installed. */
    private static final List<String> BASES = List.of("rmi", "java-rmi");

    private static final List<Long> SIZES = List.of(1L, 1024L, 1L << 20);
    private static final List<String> SIZE_NAMES = List.of("1 byte", "1 KiB", "1 MiB");
    private static final long SHORT = 1;

    /** A proposal, and where it is to be found here. */
    private record Remedy(String what, String library) {}

    private static final List<Remedy> ALL = List.of(
            new Remedy("remote calls with fast serialisation, KaRMI then", "rmi-kryo"),
            new Remedy("sockets instead of remote calls", "socket"),
            new Remedy("memory that processes share", "shm"),
            new Remedy("ranks as threads of one JVM", "threads"));

    private final Measured measured;
    private final int workers;

    /**
     * Takes what was measured.
     *
     * @param workers the number of workers to tell of; 0 if no picture was computed
     */
    Remedies(Measured measured, int workers) {
        this.measured = measured;
        this.workers = workers;
    }

    /** Adds the section to a page, unless there is nothing to tell. */
    void writeTo(Markdown page) {
        List<Remedy> remedies = ALL.stream()
                .filter(remedy -> roundTrip(remedy.library).isPresent())
                .toList();
        String base = BASES.stream()
                .filter(name -> roundTrip(name).isPresent())
                .findFirst()
                .orElse("");
        boolean comparable = !remedies.isEmpty() && !base.isEmpty();
        List<Long> sizes = measured.sizes(Measured.ALLOCATION, FigureOptions.COST_SIZES);
        if (!comparable && sizes.isEmpty()) return;
        page.heading(2, "What the remedies brought");
        if (comparable) compare(page, remedies, base);
        if (!sizes.isEmpty()) allocations(page, sizes);
    }

    private OptionalDouble roundTrip(String name) {
        return measured.value(Measured.ROUND_TRIP, 2, SHORT, name);
    }

    private void compare(Markdown page, List<Remedy> remedies, String base) {
        List<String> heading = new ArrayList<>(List.of("remedy", "here"));
        heading.addAll(SIZE_NAMES);
        if (workers > 0) heading.add("picture, " + workers + (workers == 1 ? " worker" : " workers"));
        page.paragraph("How many times as fast as `" + base + "`, for messages to and fro and for the picture:")
                .table(
                        heading,
                        remedies.stream().map(remedy -> gains(remedy, base)).toList());
    }

    private List<String> gains(Remedy remedy, String base) {
        List<String> row = new ArrayList<>(List.of(remedy.what, remedy.library));
        for (long bytes : SIZES) row.add(times(Measured.ROUND_TRIP, 2, bytes, remedy, base));
        if (workers > 0) row.add(times(Measured.MANDELBROT, 1 + workers, 0, remedy, base));
        return row;
    }

    private String times(String op, int ranks, long bytes, Remedy remedy, String base) {
        return Measured.cell(measured.gain(op, ranks, bytes, base, remedy.library), Markdown::number);
    }

    private void allocations(Markdown page, List<Long> sizes) {
        List<String> names = measured.names().stream()
                .filter(name ->
                        sizes.stream().anyMatch(bytes -> allocated(name, bytes).isPresent()))
                .toList();
        page.paragraph("Reuse of threads and buffers shows in the heap that a JVM allocates for a message, sent and"
                        + " received, in bytes:")
                .table(
                        Tables.heading("bytes", names),
                        sizes.stream()
                                .map(bytes -> Tables.row(
                                        bytes, names, name -> Measured.cell(allocated(name, bytes), Markdown::whole)))
                                .toList());
    }

    private OptionalDouble allocated(String name, long bytes) {
        return measured.value(Measured.ALLOCATION, 2, bytes, name);
    }
}

package org.jmpi.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns results of programs into values of the papers' figures. */
final class Conversion {
    /** The ranks with which figures of the MRPC paper were made. */
    private static final int MRPC_RANKS = 4;

    private static final Pattern PERCENT = Pattern.compile("(\\d+)% remote");
    private static final Pattern BROADCASTS = Pattern.compile("(\\d+) of (\\d+) B");
    private static final Set<Long> PACKETS =
            Set.of(0L, 500L, 1000L, 2000L, 3000L, 4000L, 5000L, 6000L, 7000L, 8000L, 9000L, 10_000L);
    private static final Set<Long> COMMS1 = Set.of(1L, 100L, 1000L, 10_000L, 100_000L, 1_000_000L);
    /** Libraries that pass no messages of MPI. */
    private static final Pattern OTHERS = Pattern.compile("java-rmi|onc-rpc.*|rpc-.*|jpvm.*|pvm.*");

    /** Rows of table 8 of the MRPC paper, by the operations of {@code jmpirun rpc}. */
    private static final Map<String, String> TABLE_8 = Map.of(
            "simple", "0-Word Simple",
            "threaded", "0-Word Threaded",
            "atomic", "0-Word Atomic",
            "one_word", "1-Word",
            "two_words", "2-Word",
            "read", "GP 2-Word read",
            "write", "GP 2-Word write",
            "bulk_read", "BulkRead 40-Word",
            "bulk_write", "BulkWrite 40-Word");

    /** Rows of table 9. */
    private static final Map<String, String> TABLE_9 = Map.of(
            "send_recv", "Send and Recv",
            "simple", "jmpi-rpc simple",
            "threaded", "jmpi-rpc threaded",
            "rmi", "Java RMI",
            "onc_rpc", "ONC RPC in C");

    /** Systems whose times the MRPC paper normalises, each by those of another one; then as now. */
    private static final Map<String, String> NORMALISED = Map.of("CC++/MRPC", "Split-C", "remote objects", "messages");

    private final String conditions;
    private final boolean betweenHosts;
    private final List<Value> values = new ArrayList<>();

    private Conversion(String conditions, boolean betweenHosts) {
        this.conditions = conditions;
        this.betweenHosts = betweenHosts;
    }

    /** Converts times of messages, calls, programs and solved problems; other measurements are left out. */
    static Values of(List<Measurement> all, String conditions, boolean betweenHosts) {
        Conversion conversion = new Conversion(conditions, betweenHosts);
        all.forEach(conversion::add);
        Solved.among(all).forEach(conversion::add);
        return new Values(conversion.values);
    }

    private void add(Paper paper, String figure, String series, String x, double y) {
        values.add(new Value(
                paper,
                figure,
                series.replace('_', ' '),
                x,
                y,
                paper.figure(figure).unit(),
                conditions));
    }

    private void add(Solved solved) {
        String application = solved.application();
        switch (application) {
            case "mergesort" -> {
                boolean isLarge = solved.size().startsWith("10000000 ");
                speedUp(solved, isLarge ? "figure-3" : "figure-2");
                if (isLarge) add(Paper.DSM, "figure-4", solved, "", solved.together() / 1e3);
                data(solved, "figure-5", isLarge ? " 10 million" : " 5 million");
            }
            case "mandelbrot" -> speedUp(solved, solved.size().startsWith("2000 ") ? "figure-7" : "figure-6");
            case "network" -> {
                boolean isLarge = solved.size().startsWith("54-");
                speedUp(solved, isLarge ? "figure-9" : "figure-8");
                data(solved, isLarge ? "figure-11" : "figure-10", "");
            }
            case "broadcast" -> broadcast(solved);
            case "em3d_base", "em3d_ghost", "em3d_bulk" -> em3d(solved);
            default -> time(solved);
        }
    }

    private void add(Paper paper, String figure, Solved solved, String suffix, double y) {
        add(paper, figure, solved.model() + suffix, Integer.toString(solved.ranks()), y);
    }

    private void speedUp(Solved solved, String figure) {
        add(Paper.DSM, figure, solved, "", solved.speedUp());
    }

    private void data(Solved solved, String figure, String suffix) {
        if (Double.isFinite(solved.bytes())) add(Paper.DSM, figure, solved, suffix, solved.bytes() / 1e6);
    }

    private void broadcast(Solved solved) {
        Matcher size = BROADCASTS.matcher(solved.size());
        if (!size.matches()) return;
        double micros = 1e3 * solved.together() / Integer.parseInt(size.group(1));
        add(Paper.DSM, "figure-12", solved, " " + kibibytes(size.group(2)), micros);
    }

    private static String kibibytes(String bytes) {
        return Integer.parseInt(bytes) / 1024 + " KiB";
    }

    private void em3d(Solved solved) {
        Matcher percent = PERCENT.matcher(solved.size());
        if (!percent.find()) return;
        String version = solved.application().substring("em3d_".length());
        if (solved.ranks() == MRPC_RANKS)
            add(
                    Paper.MRPC,
                    "figure-11-times",
                    version + " by " + solved.model(),
                    percent.group(1),
                    solved.together() / 1e3);
        if (percent.group(1).equals("100") && !version.equals("ghost")) time(solved);
    }

    private void time(Solved solved) {
        if (solved.ranks() == 1) return;
        String series = solved.model() + " " + solved.ranks();
        add(Paper.MRPC, "table-10", series, solved.application(), solved.together() / 1e3);
    }

    private void add(Measurement measured) {
        String library = measured.library();
        String workers = Integer.toString(measured.ranks() - 1);
        switch (measured.op()) {
            case "roundtrip" -> roundTrip(measured);
            case "mandelbrot" ->
                add(Paper.JMPI, betweenHosts ? "figure-4" : "figure-3", library, workers, measured.value() / 1e3);
            case "matrix" -> add(Paper.RPC, "figure-4", library, workers, measured.value() / 1e6);
            default -> call(measured);
        }
    }

    private void roundTrip(Measurement measured) {
        String library = measured.library();
        long bytes = measured.bytes();
        String size = Long.toString(bytes);
        double megabits = 2 * 8 * bytes / measured.value();
        if (Long.bitCount(bytes) == 1 && !OTHERS.matcher(library).matches())
            add(Paper.JMPI, betweenHosts ? "figure-2" : "figure-1", library, size, megabits);
        if (betweenHosts) return;
        if (PACKETS.contains(bytes)) {
            add(Paper.RPC, "figure-2", library, size, measured.value());
            if (bytes > 0) add(Paper.RPC, "figure-3", library, size, megabits);
        }
        if (COMMS1.contains(bytes)) add(Paper.PVM, "table-1", library, size, measured.value() / 1e3);
    }

    private void call(Measurement measured) {
        String row = TABLE_8.get(measured.op());
        if (row != null) add(Paper.MRPC, "table-8", measured.library(), row, measured.value());
        String layer = TABLE_9.get(measured.op());
        if (layer != null) add(Paper.MRPC, "table-9", measured.library(), layer, measured.value());
    }

    /** Adds what follows from values: costs and bandwidths of messages, means, normalised times. */
    static Values completed(Values values) {
        return values.plus(following(values, Paper.PVM.figure("table-1"), Conversion::costs))
                .plus(following(values, Paper.RPC.figure("figure-3"), Conversion::means))
                .plus(following(values, Paper.MRPC.figure("figure-11-times"), Conversion::normaliseEm3d))
                .plus(following(values, Paper.MRPC.figure("table-10"), Conversion::normaliseApplications));
    }

    /** Returns what follows from a figure, under its conditions. */
    private static Values following(Values values, Figure figure, BiConsumer<Conversion, Values> conclusion) {
        Conversion conversion =
                new Conversion(String.join("; ", values.conditions(figure).keySet()), false);
        conclusion.accept(conversion, values);
        return new Values(conversion.values);
    }

    /** As in the PVM paper, of round trips: the line through all of them by least squares, and bytes over time. */
    private void costs(Values values) {
        Figure trips = Paper.PVM.figure("table-1");
        Figure costs = Paper.PVM.figure("table-2");
        for (String series : values.series(trips)) {
            if (values.series(costs).contains(series)) continue;
            List<String> sizes = values.places(trips).stream()
                    .filter(size -> values.at(trips, series, size).isPresent())
                    .toList();
            double[] bytes = sizes.stream().mapToDouble(Double::parseDouble).toArray();
            double[] millis = sizes.stream()
                    .mapToDouble(size -> values.at(trips, series, size).getAsDouble())
                    .toArray();
            for (int i = 0; i < bytes.length; i++)
                add(Paper.PVM, "table-3", series, sizes.get(i), bytes[i] / 1e3 / millis[i]);
            if (bytes.length < 2) continue;
            double slope = slope(bytes, millis);
            add(Paper.PVM, costs.id(), series, "latency", mean(millis) - slope * mean(bytes));
            add(Paper.PVM, costs.id(), series, "time per byte", slope);
        }
    }

    private static double mean(double[] numbers) {
        double sum = 0;
        for (double number : numbers) sum += number;
        return sum / numbers.length;
    }

    private static double slope(double[] x, double[] y) {
        double above = 0;
        double below = 0;
        for (int i = 0; i < x.length; i++) {
            above += (x[i] - mean(x)) * (y[i] - mean(y));
            below += (x[i] - mean(x)) * (x[i] - mean(x));
        }
        return above / below;
    }

    private void means(Values values) {
        Figure bandwidths = Paper.RPC.figure("figure-3");
        for (String series : values.series(bandwidths)) {
            double mean = values.places(bandwidths).stream()
                    .map(size -> values.at(bandwidths, series, size))
                    .filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble)
                    .average()
                    .orElseThrow();
            add(Paper.RPC, "mean", "today", series, mean);
        }
    }

    private void normaliseEm3d(Values values) {
        normalise(values, "figure-11-times", "figure-11", x -> true);
    }

    /** EM3D has a figure of its own. */
    private void normaliseApplications(Values values) {
        normalise(values, "table-10", "figure-12", application -> !application.startsWith("em3d"));
    }

    /** As in the MRPC paper: each time over that of the system that has no remote calls. */
    private void normalise(Values values, String from, String to, Predicate<String> isShown) {
        Figure times = Paper.MRPC.figure(from);
        for (String series : values.series(times)) {
            for (Map.Entry<String, String> systems : NORMALISED.entrySet()) {
                String base = series.replace(systems.getKey(), systems.getValue());
                if (!base.contains(systems.getValue())) continue;
                for (String x : values.places(times)) {
                    OptionalDouble time = values.at(times, series, x);
                    OptionalDouble unit = values.at(times, base, x);
                    if (isShown.test(x) && time.isPresent() && unit.isPresent())
                        add(Paper.MRPC, to, series, x, time.getAsDouble() / unit.getAsDouble());
                }
            }
        }
    }
}

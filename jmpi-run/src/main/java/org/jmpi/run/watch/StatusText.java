package org.jmpi.run.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.control.RankNames;
import org.jmpi.run.watch.RankStatus.Activity;
import org.jmpi.run.watch.RankStatus.Traffic;

/** The state of a job as lines of text. If there is no line for each rank, ranks that do the same share one. */
public final class StatusText {
    private static final int MOST_AWAITED = 4;
    private static final String SEPARATOR = " | ";
    private static final String REST = "...";

    private final JobStatus status;

    /** @param status what the job is at */
    public StatusText(JobStatus status) {
        this.status = status;
    }

    /**
     * {@return lines for a terminal}
     *
     * @param height the most lines; at least 2
     * @param width the most characters of a line
     */
    public List<String> lines(int height, int width) {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        status.deadlock().stream().limit(Math.max(1, height / 3)).forEach(lines::add);
        lines.addAll(rows(Math.max(1, height - lines.size())));
        return lines.stream().limit(height).map(line -> cut(line, width)).toList();
    }

    /** {@return one line for a log} */
    public String line() {
        String ranks = groups(StatusText::text).entrySet().stream()
                .map(group -> RankNames.of(group.getValue()) + ": " + group.getKey() + since(group.getValue()))
                .collect(Collectors.joining("; "));
        String deadlock = status.deadlock().stream().map(line -> "; " + line).collect(Collectors.joining());
        return printable(
                Stream.of(status.time(), totals())
                                .filter(part -> !part.isEmpty())
                                .collect(Collectors.joining(", ")) + ": " + ranks + deadlock);
    }

    private String title() {
        String activities = Stream.of(Activity.values())
                .filter(activity -> status.count(activity) > 0)
                .map(activity -> status.count(activity) + " " + activity.text())
                .collect(Collectors.joining(", "));
        int hosts = status.hosts();
        String parts = status.ranks().size()
                + (status.ranks().size() == 1 ? " rank" : " ranks")
                + (hosts > 1 ? " on " + hosts + " hosts" : "");
        return Stream.of("job " + status.name() + " " + status.program(), status.time(), parts, activities, totals())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(SEPARATOR));
    }

    /** Returns what all ranks exchange and take. Ranks that share a JVM count its heap once. */
    private String totals() {
        Traffic traffic = status.ranks().stream().map(RankStatus::traffic).reduce(Traffic.NONE, Traffic::plus);
        long heap = heap();
        String rate = traffic.isCounted()
                ? Quantity.count(traffic.messagesSent()) + " messages/s, " + Quantity.bytes(traffic.bytesSent()) + "/s"
                : "";
        return Stream.of(rate, heap == 0 ? "" : "heap " + Quantity.bytes(heap))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private long heap() {
        return status.ranks().stream()
                .filter(rank -> rank.rank() == rank.process())
                .mapToLong(RankStatus::heapUsed)
                .sum();
    }

    private List<String> rows(int most) {
        if (status.ranks().size() <= most)
            return status.ranks().stream().map(this::row).toList();
        List<String> rows = rows(groups(StatusText::text));
        // In a collective operation ranks wait for different ones.
        if (rows.size() > most) rows = rows(groups(StatusText::withoutPeers));
        if (rows.size() <= most) return rows;
        List<String> shown = new ArrayList<>(rows.subList(0, most - 1));
        shown.add("and " + (rows.size() - shown.size()) + " more lines");
        return shown;
    }

    private List<String> rows(Map<String, BitSet> groups) {
        List<String> rows = new ArrayList<>();
        groups.forEach((text, ranks) -> {
            String number = ranks.cardinality() == 1 ? "" : " (" + ranks.cardinality() + ")";
            rows.add(RankNames.of(ranks) + number + ": " + text + since(ranks));
        });
        return rows;
    }

    private String row(RankStatus rank) {
        StringBuilder row = new StringBuilder();
        row.append(String.format("%5d  %-12s ", rank.rank(), rank.host()));
        row.append(text(rank));
        if (rank.activity() == Activity.WAITING) row.append(", ").append(Quantity.seconds(rank.waitNanos()));
        if (rank.traffic().isCounted())
            row.append(" | sent ")
                    .append(rate(rank.traffic().messagesSent(), rank.traffic().bytesSent()))
                    .append(", received ")
                    .append(rate(
                            rank.traffic().messagesReceived(), rank.traffic().bytesReceived()));
        if (rank.heapMax() > 0)
            row.append(" | heap ")
                    .append(Quantity.bytes(rank.heapUsed()))
                    .append(" of ")
                    .append(Quantity.bytes(rank.heapMax()));
        return row.toString();
    }

    private static String rate(long messages, long bytes) {
        return Quantity.count(messages) + "/s " + Quantity.bytes(bytes) + "/s";
    }

    private static String withoutPeers(RankStatus rank) {
        return rank.activity() == Activity.WAITING
                ? rank.call()
                : rank.activity().text();
    }

    private static String text(RankStatus rank) {
        if (rank.activity() != Activity.WAITING) return rank.activity().text();
        if (rank.awaited().isEmpty()) return rank.call();
        if (rank.awaited().size() > MOST_AWAITED)
            return rank.call() + " for " + rank.awaited().size() + " ranks";
        return rank.call() + " for "
                + rank.awaited().stream().map(peer -> "rank " + peer).collect(Collectors.joining(" or "));
    }

    /** Returns the ranks that do the same, in the order of the first of them. */
    private Map<String, BitSet> groups(Function<RankStatus, String> does) {
        Map<String, BitSet> groups = new LinkedHashMap<>();
        for (RankStatus rank : status.ranks())
            groups.computeIfAbsent(does.apply(rank), key -> new BitSet()).set(rank.rank());
        return groups;
    }

    private String since(BitSet ranks) {
        long longest = ranks.stream()
                .mapToLong(rank -> status.ranks().get(rank).waitNanos())
                .max()
                .orElse(0);
        return longest == 0 ? "" : ", " + Quantity.seconds(longest);
    }

    /** Leaves out the last parts of a line that is too long. */
    private static String cut(String line, int width) {
        String text = printable(line);
        while (text.length() > width && text.contains(SEPARATOR)) text = text.substring(0, text.lastIndexOf(SEPARATOR));
        if (text.length() <= width) return text;
        String rest = REST.substring(0, Math.min(width, REST.length()));
        return text.substring(0, width - rest.length()) + rest;
    }

    /** Names may contain anything: a terminal obeys control characters. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\x{80}-\\x{9f}]", "?");
    }
}

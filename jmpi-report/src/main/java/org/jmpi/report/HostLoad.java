package org.jmpi.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hosts whose cores do not suffice: for their ranks, or because other programs take them. */
final class HostLoad {
    /** All cores are busy, but for what is measured badly. */
    private static final double FULL = 0.9;

    /** The least share of a host's cores that other programs than the job take, to name them. */
    private static final double OTHERS = 0.15;

    /** The least share of the job's time in which both hold. */
    private static final double LEAST_TIME = 0.1;

    /** The least ns measured: JVMs that start take all cores for a moment, on any host. */
    private static final long LEAST_MEASURED = 1_000_000_000L;

    /** The part of the job before a measurement. */
    private record Moment(long start, long end, double machine, double others) {
        boolean isBusy() {
            return machine >= FULL && others >= OTHERS;
        }

        long duration() {
            return end - start;
        }
    }

    private final Trace trace;
    private final String name;
    private final List<Recording> jvms;
    private final List<Integer> ranks;
    private final List<Moment> busy;
    private long measured;

    private HostLoad(Trace trace, String name, List<Recording> jvms) {
        this.trace = trace;
        this.name = name.isEmpty() ? "the host" : name;
        this.jvms = jvms;
        ranks = trace.ranks().stream()
                .filter(rank -> jvms.contains(rank.recording))
                .map(rank -> rank.number)
                .toList();
        busy = moments().stream().filter(Moment::isBusy).toList();
    }

    /** Returns a finding if a host has too few cores, or shares them. */
    static Optional<Finding> of(Trace trace) {
        Map<String, List<Recording>> hosts = new LinkedHashMap<>();
        for (Recording recording : trace.recordings())
            hosts.computeIfAbsent(recording.host, any -> new ArrayList<>()).add(recording);
        List<HostLoad> all = new ArrayList<>();
        hosts.forEach((name, jvms) -> all.add(new HostLoad(trace, name, jvms)));
        all.removeIf(host -> !host.isBusy() && !host.isCrowded());
        all.sort(Comparator.comparingDouble(HostLoad::weight).reversed());
        return all.isEmpty() ? Optional.empty() : Optional.of(finding(all));
    }

    private static Finding finding(List<HostLoad> hosts) {
        HostLoad first = hosts.get(0);
        List<Finding.RankTime> victims = new ArrayList<>();
        long count = 0;
        for (HostLoad host : hosts) {
            for (int rank : host.ranks) victims.add(new Finding.RankTime(rank, host.busyTime()));
            count += host.busy.size();
        }
        victims.sort(Comparator.comparingLong(Finding.RankTime::nanos).reversed());
        String others = hosts.size() == 1 ? "" : " So it is on " + Units.count(hosts.size() - 1, "other host") + ".";
        return new Finding(
                Cause.TOO_FEW_CORES, "", "", 0, count, victims, List.of(), first.worst(), first.text() + others);
    }

    private int cores() {
        return jvms.stream().mapToInt(jvm -> jvm.cores).max().orElse(0);
    }

    private boolean isCrowded() {
        return cores() > 0 && ranks.size() > cores();
    }

    private boolean isBusy() {
        return measured >= LEAST_MEASURED && busyTime() > 0 && busyTime() >= LEAST_TIME * measured;
    }

    private long busyTime() {
        return busy.stream().mapToLong(Moment::duration).sum();
    }

    /** Returns how many ranks' worth of cores are missing, so that hosts can be compared. */
    private double weight() {
        double crowd = isCrowded() ? ranks.size() - cores() : 0;
        return crowd + others() * cores() * busyTime() / Math.max(1, measured);
    }

    /** Returns the share of the cores that other programs take when the host is busy. */
    private double others() {
        double sum = 0;
        for (Moment moment : busy) sum += moment.others * moment.duration();
        return sum / Math.max(1, busyTime());
    }

    private String text() {
        String text = isCrowded()
                ? Units.count(ranks.size(), "rank") + " share the " + Units.count(cores(), "core") + " of " + name + "."
                : "";
        if (!isBusy()) return text;
        return text + (text.isEmpty() ? "" : " ") + "Programs that do not belong to the job take "
                + Units.percent(others()) + " of the cores of " + name + " for " + Units.time(busyTime()) + " of "
                + Units.time(measured) + ", and leave none idle.";
    }

    private Finding.Worst worst() {
        return busy.stream()
                .max(Comparator.comparingDouble(Moment::others))
                .map(moment -> new Finding.Worst(
                        ranks.isEmpty() ? 0 : ranks.get(0), moment.start - trace.start(), moment.end - trace.start()))
                .orElse(null);
    }

    /** Returns the measurements of the JVM that has most of them, within the job. */
    private List<Moment> moments() {
        List<Recording.Load> loads = jvms.stream()
                .map(jvm -> jvm.loads)
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
        List<Moment> moments = new ArrayList<>();
        for (int i = 1; i < loads.size(); i++) {
            Recording.Load load = loads.get(i);
            long start = Math.max(trace.start(), loads.get(i - 1).time());
            long end = Math.min(trace.end(), load.time());
            if (end <= start) continue;
            measured += end - start;
            moments.add(new Moment(start, end, load.machine(), Math.max(0, load.machine() - ofJob(load.time()))));
        }
        return moments;
    }

    /** Returns what all JVMs of the job take at a time. Each measures itself; its first measurement is empty. */
    private double ofJob(long time) {
        return jvms.stream()
                .mapToDouble(jvm -> jvm.loads.stream()
                        .filter(load -> load.machine() > 0)
                        .min(Comparator.comparingLong(load -> Math.abs(load.time() - time)))
                        .map(Recording.Load::jvm)
                        .orElse(0.0))
                .sum();
    }
}

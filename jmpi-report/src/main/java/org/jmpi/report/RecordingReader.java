package org.jmpi.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads the events of one recording into a trace. */
final class RecordingReader {
    private static final int MOST_RANKS = 1 << 20;
    private static final String OURS = "org.jmpi.";
    private static final Pattern COLLECTION =
            Pattern.compile("(G1|CGC|Parallel|Gen|Collect|Shenandoah|[XZ](Mark|Reloc|Verify|Op)).*");
    private static final long SECOND = 1_000_000_000L;

    private final Trace.Builder trace;
    private final Recording recording;
    private final CallSites sites = new CallSites();
    private final Map<Long, String> collections = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private long events;

    RecordingReader(Trace.Builder trace, Recording recording) {
        this.trace = trace;
        this.recording = recording;
    }

    /** Reads a file whose chunks are whole. */
    void read(Path file) throws IOException {
        try (RecordingFile input = new RecordingFile(file)) {
            while (input.hasMoreEvents()) take(input.readEvent());
        }
    }

    /** Returns the number of events of package org.jmpi so far. */
    long events() {
        return events;
    }

    private void take(RecordedEvent event) {
        String name = event.getEventType().getName();
        if (name.startsWith(OURS)) {
            events++;
            takeOurs(name.substring(OURS.length()), event);
        } else takeJvm(name, event);
    }

    private void takeOurs(String name, RecordedEvent event) {
        switch (name) {
            case "Rank" -> began(event);
            case "RankEnd" -> ended(event);
            case "Send" -> {
                Event send = message(Event.Kind.SEND, event).by(text(event, "transport"));
                send.eager = text(event, "protocol").equals("eager");
                add(send, event);
            }
            case "Receive" -> {
                Event receive = message(Event.Kind.RECEIVE, event);
                receive.unexpected = event.hasField("unexpected") && event.getBoolean("unexpected");
                add(receive, event);
            }
            case "Wait" -> add(waiting(event), event);
            case "Execution" ->
                add(
                        Event.execution(rank(event), text(event, "call"), start(event), end(event))
                                .with(event.getInt("peer")),
                        event);
            case "Collective" -> add(collective(event), event);
            case "Access" -> add(access(event), event);
            case "Connection" ->
                add(
                        Event.connection(rank(event), text(event, "call"), start(event), end(event))
                                .in(event.getInt("context")),
                        event);
            case "Revocation" -> trace.revoked(event.getInt("context"), start(event));
            case "Window" -> {
                // The collective operations that make it are in the report.
            }
            case "PeerState" -> {
                if (text(event, "state").equals("FAILED")) trace.failed(event.getInt("peer"), start(event));
            }
            default -> trace.note("Events of the type " + OURS + name + " are not in this report.");
        }
    }

    private void began(RecordedEvent event) {
        Rank rank = trace.rank(rank(event), recording);
        int size = event.getInt("size");
        checkRank(size - 1);
        trace.size(size);
        recording.host = text(event, "host");
        recording.pid = event.getLong("pid");
        rank.began(end(event));
    }

    private void ended(RecordedEvent event) {
        trace.rank(rank(event), recording).finalized(end(event));
    }

    private Event message(Event.Kind kind, RecordedEvent event) {
        int peer = event.getInt("peer");
        return Event.message(
                        kind,
                        rank(event),
                        text(event, "call"),
                        start(event),
                        end(event),
                        peer,
                        event.getInt("tag"),
                        event.getLong("bytes"))
                .in(event.getInt("context"));
    }

    private Event waiting(RecordedEvent event) {
        String lock = text(event, "lock");
        String call = text(event, "call") + (lock.isEmpty() ? "" : "(" + lock + ")");
        Event wait = Event.waiting(rank(event), known(call), start(event), end(event))
                .with(Math.max(Event.NONE, event.getInt("peer")));
        return lock.isEmpty() ? wait : wait.forLock();
    }

    private Event access(RecordedEvent event) {
        return Event.access(
                        rank(event),
                        "Win." + text(event, "call"),
                        start(event),
                        end(event),
                        event.getInt("peer"),
                        event.getLong("bytes"))
                .in(event.getInt("context"))
                .by(text(event, "path"));
    }

    private Event collective(RecordedEvent event) {
        Event.Operation operation = new Event.Operation(
                name(event),
                text(event, "algorithm"),
                event.getInt("context"),
                event.getLong("number"),
                event.getInt("root"),
                event.getInt("size"));
        return Event.collective(
                rank(event), text(event, "call"), start(event), end(event), operation, event.getLong("bytes"));
    }

    /** The operation {@code Ibcast} or {@code Bcast_init} is a {@code Bcast}. */
    private String name(RecordedEvent event) {
        String name = text(event, "operation");
        if (name.endsWith("_init")) return name.substring(0, name.length() - 5);
        boolean immediate = name.length() > 1 && name.charAt(0) == 'I' && Character.isLowerCase(name.charAt(1));
        return immediate ? Units.capital(name.substring(1)) : name;
    }

    private void add(Event event, RecordedEvent recorded) {
        event.at(sites.of(recorded.getStackTrace()));
        if (recorded.hasField("blocking") && !recorded.getBoolean("blocking")) event.nonblocking();
        if (recorded.hasField("weight")) event.times(Math.max(1, recorded.getInt("weight")));
        RecordedThread thread = recorded.getThread();
        if (thread != null) event.on(thread.getId());
        trace.add(event, recording);
    }

    private void takeJvm(String name, RecordedEvent event) {
        switch (name) {
            case "jdk.GarbageCollection" ->
                collections.put(event.getLong("gcId"), event.getString("name") + " (" + event.getString("cause") + ")");
            case "jdk.GCPhasePause" -> addPause(event, true, "gc " + event.getLong("gcId"));
            case "jdk.ExecuteVMOperation" -> {
                if (event.getBoolean("safepoint")) addPause(event, false, event.getString("operation"));
            }
            case "jdk.CPULoad" -> takeLoad(event);
            case "jdk.CPUInformation" -> limitCores(event.getInt("hwThreads"));
            case "jdk.ContainerConfiguration" -> {
                double quota = event.getDuration("cpuQuota").toNanos();
                double period = event.getDuration("cpuSlicePeriod").toNanos();
                if (quota > 0 && period > 0) limitCores((int) Math.ceil(quota / period));
            }
            default -> {
                // Events of the JVM that no part of the report shows.
            }
        }
    }

    private void takeLoad(RecordedEvent event) {
        double jvm = event.getFloat("jvmUser") + event.getFloat("jvmSystem");
        recording.loads.add(new Recording.Load(end(event), jvm, event.getFloat("machineTotal")));
    }

    private void limitCores(int cores) {
        if (cores > 0 && (recording.cores == 0 || cores < recording.cores)) recording.cores = cores;
    }

    private void addPause(RecordedEvent event, boolean gc, String name) {
        recording.pauses.add(new Pause(gc, name, start(event), end(event)));
    }

    /**
     * Gives the pauses of the collector the names of their collections. The operations of the JVM that make these
     * pauses are no pauses of their own.
     */
    void namePauses() {
        recording.loads.sort(Comparator.comparingLong(Recording.Load::time));
        recording.pauses.removeIf(
                pause -> !pause.gc() && COLLECTION.matcher(pause.name()).matches());
        recording.pauses.replaceAll(pause -> {
            if (!pause.gc()) return pause;
            String name = collections.getOrDefault(Long.parseLong(pause.name().substring(3)), "garbage collection");
            return new Pause(true, name, pause.start(), pause.end());
        });
    }

    private static int rank(RecordedEvent event) {
        int rank = event.getInt("rank");
        checkRank(rank);
        return rank;
    }

    /** A recording may also have events of another program, by these names. */
    private static void checkRank(int rank) {
        if (rank < 0 || rank >= MOST_RANKS)
            throw new IllegalArgumentException("rank out of range: rank=" + rank + ", from 0 to " + (MOST_RANKS - 1));
    }

    /** Equal texts are one object. */
    private String text(RecordedEvent event, String field) {
        String text = event.hasField(field) ? event.getString(field) : null;
        return text == null ? "" : known(text);
    }

    private String known(String text) {
        return texts.computeIfAbsent(text, same -> same);
    }

    private static long start(RecordedEvent event) {
        return nanos(event.getStartTime());
    }

    private static long end(RecordedEvent event) {
        return nanos(event.getEndTime());
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * SECOND + time.getNano();
    }
}

package org.jmpi.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A job of a stencil program with three planted faults. Every 10th step a message of rank 1 comes late to all other
 * ranks. The last quarter of the ranks computes longer before each Allreduce. Every 40th step an Alltoall is slow.
 */
final class SampleTrace {
    static final String LATE = "heat.Main.share(Main.java:61)";
    static final String IMBALANCED = "heat.Main.residual(Main.java:84)";
    static final String SLOW = "heat.Main.transpose(Main.java:102)";
    private static final String SHARE = "heat.Main.share(Main.java:58)";
    private static final String HALO = "heat.Main.exchange(Main.java:40)";
    private static final int CULPRIT = 1;
    private static final int CONTEXT = 0;
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final int size;
    private final long[] now;
    private final Random random = new Random(7);
    private final Trace.Builder trace = new Trace.Builder();
    private final List<Recording> recordings = new ArrayList<>();
    private long collectives;

    private SampleTrace(int size) {
        this.size = size;
        now = new long[size];
    }

    /** Returns a trace of at least so many events. */
    static Trace of(int size, int events) {
        return new SampleTrace(size).run(events);
    }

    private Trace run(int events) {
        long epoch = 1_780_000_000_000_000_000L;
        String arguments = "--hostfile hosts -np " + size + " --report out -cp heat.jar heat.Main";
        trace.size(size).job(Map.of("program", "heat.Main", "arguments", arguments, "start", "", "exitCode", "0"));
        for (int rank = 0; rank < size; rank++) {
            now[rank] = epoch + random.nextInt(500_000);
            Recording recording = trace.recording("rank-" + rank + ".jfr");
            recording.host = "node" + rank * 4 / size;
            recordings.add(recording);
            trace.rank(rank, recording).began(now[rank]);
        }
        int step = 0;
        for (long made = 0; made < events; step++) made += step(step);
        for (int rank = 0; rank < size; rank++)
            trace.rank(rank, recordings.get(rank)).finalized(now[rank] + MICRO);
        return trace.build();
    }

    private long step(int step) {
        for (int rank = 0; rank < size; rank++) compute(rank, 400 + random.nextInt(40));
        exchange();
        long events = 5L * size;
        if (step % 10 == 3) events += share();
        if (step % 4 == 1) events += allreduce();
        if (step % 40 == 20) events += alltoall();
        if (step % 200 == 50) pause(random.nextInt(size));
        return events;
    }

    private void compute(int rank, long micros) {
        now[rank] += micros * MICRO;
    }

    private void add(Event event) {
        trace.add(event, recordings.get(event.rank));
    }

    private void pause(int rank) {
        recordings
                .get(rank)
                .pauses
                .add(new Pause(true, "G1New (G1 Evacuation Pause)", now[rank] - 9 * MICRO, now[rank]));
    }

    /** Each rank exchanges a row with both neighbours in a ring. */
    private void exchange() {
        long[] sent = new long[size];
        for (int rank = 0; rank < size; rank++) sent[rank] = now[rank] += 1 + random.nextInt(200);
        for (int rank = 0; rank < size; rank++) {
            int left = (rank + size - 1) % size;
            int right = (rank + 1) % size;
            long start = sent[rank] + 2 * MICRO;
            long end = Math.max(start, Math.max(sent[left], sent[right])) + 4 * MICRO + random.nextInt(3_000);
            for (int peer : List.of(left, right)) {
                add(Event.send(rank, "Send", sent[rank], end, peer, 1, 8_192)
                        .in(CONTEXT)
                        .nonblocking()
                        .eagerly()
                        .by("shm"));
                add(Event.receive(rank, "Recv", sent[rank] + 700, end, peer, 1, 8_192)
                        .in(CONTEXT)
                        .nonblocking());
            }
            add(Event.waiting(rank, "Waitall", start, end).at(HALO));
            now[rank] = end;
        }
    }

    /** A rank computes something that all others wait for, and sends it to each. */
    private long share() {
        long latest = 0;
        for (long time : now) latest = Math.max(latest, time);
        long sent = latest + MILLI;
        for (int rank = 0; rank < size; rank++) {
            if (rank == CULPRIT) continue;
            add(Event.send(CULPRIT, "Send", sent, sent + MICRO, rank, 2, 256)
                    .in(CONTEXT)
                    .at(SHARE)
                    .by("shm"));
            long end = sent + 6 * MICRO + random.nextInt(3_000);
            add(Event.receive(rank, "Recv", now[rank], end, CULPRIT, 2, 256)
                    .in(CONTEXT)
                    .at(LATE));
            sent += 2 * MICRO;
            now[rank] = end;
        }
        now[CULPRIT] = sent;
        return 2L * (size - 1);
    }

    private long allreduce() {
        for (int rank = size - size / 4; rank < size; rank++) compute(rank, 300 + random.nextInt(50));
        return collective("Allreduce", "recursive doubling", 8, 25 * MICRO, IMBALANCED);
    }

    private long alltoall() {
        return collective("Alltoall", "linear", 4_096, 8 * MILLI, SLOW);
    }

    private long collective(String call, String algorithm, long bytes, long nanos, String site) {
        long latest = 0;
        for (long time : now) latest = Math.max(latest, time);
        Event.Operation operation = new Event.Operation(call, algorithm, CONTEXT + 1, ++collectives, Event.NONE, size);
        for (int rank = 0; rank < size; rank++) {
            long end = latest + nanos + random.nextInt(3_000);
            add(Event.collective(rank, call, now[rank], end, operation, bytes).at(site));
            now[rank] = end;
        }
        return size;
    }
}

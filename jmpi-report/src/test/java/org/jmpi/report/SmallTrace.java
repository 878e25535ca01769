package org.jmpi.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A trace that a test fills; each rank is a process. */
final class SmallTrace {
    private final Trace.Builder builder = new Trace.Builder();
    private final List<Recording> recordings = new ArrayList<>();

    /** @param hosts of the ranks */
    SmallTrace(String... hosts) {
        for (int rank = 0; rank < hosts.length; rank++) {
            Recording recording = builder.recording("rank-" + rank + ".jfr");
            recording.host = hosts[rank];
            recordings.add(recording);
            builder.rank(rank, recording).began(0);
        }
    }

    static SmallTrace ofRanks(int size) {
        String[] hosts = new String[size];
        Arrays.fill(hosts, "host");
        return new SmallTrace(hosts);
    }

    SmallTrace add(Event... events) {
        for (Event event : events) builder.add(event, recordings.get(event.rank));
        return this;
    }

    SmallTrace pause(int rank, Pause pause) {
        recordings.get(rank).pauses.add(pause);
        return this;
    }

    /** Each rank leaves MPI.Finalize at a time. */
    Trace until(long end) {
        for (int rank = 0; rank < recordings.size(); rank++)
            builder.rank(rank, recordings.get(rank)).finalized(end);
        return builder.build();
    }

    static Event collective(int rank, String call, long start, long end, long number, int size) {
        Event.Operation operation = new Event.Operation(call, "", 1, number, Event.NONE, size);
        return Event.collective(rank, call, start, end, operation, 8);
    }
}

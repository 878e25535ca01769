package org.jmpi.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A job as its recordings have it. Knows no JFR: tests fill it by hand. */
final class Trace {
    private static final Comparator<Event> ORDER =
            Comparator.<Event>comparingLong(event -> event.start).thenComparingLong(event -> -event.end);

    private final List<Rank> ranks;
    private final List<Recording> recordings;
    private final List<String> notes;
    private final Map<String, String> job;

    private Trace(List<Rank> ranks, List<Recording> recordings, List<String> notes, Map<String, String> job) {
        this.ranks = ranks;
        this.recordings = recordings;
        this.notes = notes;
        this.job = job;
    }

    /** Returns the ranks of the world, also those without a recording. */
    List<Rank> ranks() {
        return ranks;
    }

    Rank rank(int number) {
        return ranks.get(number);
    }

    int size() {
        return ranks.size();
    }

    List<Recording> recordings() {
        return recordings;
    }

    /** Returns sentences about what the recordings do not have. */
    List<String> notes() {
        return notes;
    }

    /** Returns what is known of the job, by the names of its properties. */
    Map<String, String> job() {
        return job;
    }

    long start() {
        return ranks.stream().mapToLong(rank -> rank.start).min().orElse(0);
    }

    long end() {
        return ranks.stream()
                .filter(rank -> !rank.isMissing())
                .mapToLong(rank -> rank.end)
                .max()
                .orElse(0);
    }

    long duration() {
        return Math.max(0, end() - start());
    }

    /** Returns the ns of all ranks together. */
    long rankTime() {
        return ranks.stream().mapToLong(Rank::duration).sum();
    }

    long eventCount() {
        return ranks.stream().mapToLong(rank -> rank.events.size()).sum();
    }

    /** Returns whether all ranks are there and have ended by MPI.Finalize. */
    boolean isComplete() {
        return ranks.stream().allMatch(Rank::isFinalized);
    }

    /** Fills a trace. */
    static final class Builder {
        private final Map<Integer, Rank> ranks = new TreeMap<>();
        private final List<Recording> recordings = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final Map<String, String> job = new TreeMap<>();
        private final Map<Integer, Long> failures = new TreeMap<>();
        private final Map<Integer, Long> revocations = new TreeMap<>();
        private int size;

        /** @param newSize the number of ranks of the world, as one of them or the launcher says */
        Builder size(int newSize) {
            size = Math.max(size, newSize);
            return this;
        }

        Builder job(Map<String, String> properties) {
            job.putAll(properties);
            return this;
        }

        Builder note(String sentence) {
            if (!notes.contains(sentence)) notes.add(sentence);
            return this;
        }

        /** Another rank has seen a rank fail. */
        void failed(int rank, long time) {
            failures.merge(rank, time, Math::min);
        }

        /** A rank has learned that a communicator is revoked. */
        void revoked(int context, long time) {
            revocations.merge(context, time, Math::min);
        }

        Recording recording(String file) {
            Recording recording = new Recording(file);
            recordings.add(recording);
            return recording;
        }

        /** Returns the part of a rank, which is in a recording. */
        Rank rank(int number, Recording recording) {
            Rank rank = ranks.computeIfAbsent(number, Rank::new);
            if (rank.recording == null) rank.recording = recording;
            else if (rank.recording != recording)
                note("Rank " + number + " is in two recordings, " + rank.recording + " and " + recording
                        + ": the report has the first one.");
            size(number + 1);
            return rank;
        }

        void add(Event event, Recording recording) {
            Rank rank = rank(event.rank, recording);
            if (rank.recording != recording) return;
            rank.events.add(event);
            rank.covers(event.start, event.end);
        }

        Trace build() {
            List<Rank> all = new ArrayList<>();
            for (int number = 0; number < size; number++) all.add(ranks.getOrDefault(number, new Rank(number)));
            for (Rank rank : all) rank.events.sort(ORDER);
            long first = all.stream().mapToLong(rank -> rank.start).min().orElse(0);
            for (Rank rank : all) if (rank.end < rank.start) rank.start = rank.end = first;
            failures.forEach((rank, time) ->
                    note("Rank " + rank + " failed " + Units.time(time - first) + " after the start of the job."));
            revocations.forEach((context, time) -> note("Communicator " + context + " was revoked "
                    + Units.time(time - first) + " after the start of the job."));
            noteMissing(all);
            return new Trace(all, recordings, notes, job);
        }

        private void noteMissing(List<Rank> all) {
            List<Integer> missing = all.stream()
                    .filter(Rank::isMissing)
                    .map(rank -> rank.number)
                    .toList();
            if (!missing.isEmpty())
                note("There is no recording of " + Units.ranks(missing)
                        + ": the report knows these only by the messages of the others.");
            List<Integer> died = all.stream()
                    .filter(rank -> !rank.isMissing() && !rank.isFinalized())
                    .map(rank -> rank.number)
                    .toList();
            if (!died.isEmpty())
                note(Units.capital(Units.ranks(died)) + " did not reach the end of MPI.Finalize: the report has "
                        + (died.size() == 1 ? "it" : "them") + " as far as the recording goes.");
        }
    }
}

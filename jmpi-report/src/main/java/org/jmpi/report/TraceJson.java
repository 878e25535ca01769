package org.jmpi.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the trace event format of Chrome, which Perfetto reads. A rank is a process. Calls are complete events of a
 * thread, operations that go on after their call are asynchronous ones, and a message is a flow from its send to its
 * receive.
 */
final class TraceJson {
    private static final double MICROSECOND = 1e3;
    private static final int PAUSES = 1_000_000;

    private final Trace trace;
    private final long start;
    private final Map<Event, Integer> flows = new IdentityHashMap<>();
    private Writer out;
    private boolean first = true;
    private int asynchronous;

    TraceJson(Trace trace) {
        this.trace = trace;
        start = trace.start();
    }

    void write(Path file) throws IOException {
        boolean packed = file.getFileName().toString().endsWith(".gz");
        try (OutputStream bytes = Files.newOutputStream(file);
                OutputStream stream = packed ? new GZIPOutputStream(bytes) : bytes;
                Writer writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))) {
            out = writer;
            out.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
            for (Rank rank : trace.ranks()) write(rank);
            out.write("\n]}\n");
        }
    }

    private void write(Rank rank) throws IOException {
        String name = "rank " + rank.number + (rank.isMissing() ? " (no recording)" : "");
        next("M", rank.number, 0)
                .text("name", "process_name")
                .raw("args", "{\"name\":" + Json.text(name) + "}")
                .close();
        next("M", rank.number, 0)
                .text("name", "process_sort_index")
                .raw("args", "{\"sort_index\":" + rank.number + "}")
                .close();
        for (Event event : rank.events) write(event);
        if (rank.isMissing()) return;
        // Perfetto drops what begins before the job.
        for (Pause pause : rank.recording.pausesSince(start).toList())
            span("X", rank.number, PAUSES, pause.gc() ? "gc" : "safepoint", pause.name(), pause.start())
                    .raw("dur", micros(pause.duration()))
                    .close();
    }

    private void write(Event event) throws IOException {
        String kind = event.kind.name().toLowerCase(Locale.ROOT);
        if (event.blocking) {
            span("X", event.rank, event.thread, kind, event.call, event.start)
                    .raw("dur", micros(event.duration()))
                    .raw("args", arguments(event))
                    .close();
        } else {
            int id = ++asynchronous;
            span("b", event.rank, event.thread, kind, event.call, event.start)
                    .raw("id", "" + id)
                    .raw("args", arguments(event))
                    .close();
            span("e", event.rank, event.thread, kind, event.call, event.end)
                    .raw("id", "" + id)
                    .close();
        }
        flow(event);
    }

    private void flow(Event event) throws IOException {
        if (event.partner == null) return;
        boolean isSend = event.kind == Event.Kind.SEND;
        Event send = isSend ? event : event.partner;
        int id = flows.computeIfAbsent(send, any -> flows.size() + 1);
        long time = isSend ? event.start : event.end;
        Json flow = span(isSend ? "s" : "f", event.rank, event.thread, "message", "message", time)
                .raw("id", "" + id);
        if (!isSend) flow.text("bp", "e");
        flow.close();
    }

    private static String arguments(Event event) throws IOException {
        StringBuilder text = new StringBuilder();
        Json json = new Json(text).text("site", event.site);
        if (event.kind != Event.Kind.WAIT) json.raw("bytes", "" + event.bytes);
        if (event.peer != Event.NONE) json.raw("peer", "" + event.peer);
        if (event.tag != Event.NONE) json.raw("tag", "" + event.tag);
        if (event.operation != null)
            json.text("algorithm", event.operation.algorithm()).raw("number", "" + event.operation.number());
        if (event.lost > 0) json.text("cause", event.cause.title()).raw("lost_us", micros(event.lost));
        if (event.slow > 0) json.raw("slow_us", micros(event.slow));
        json.close();
        return text.toString();
    }

    private Json span(String phase, int rank, long thread, String category, String name, long time) throws IOException {
        return next(phase, rank, thread)
                .text("cat", category)
                .text("name", name)
                .raw("ts", micros(time - start));
    }

    private Json next(String phase, int rank, long thread) throws IOException {
        out.write(first ? "\n" : ",\n");
        first = false;
        return new Json(out).text("ph", phase).raw("pid", "" + rank).raw("tid", "" + thread);
    }

    private static String micros(long nanos) {
        return String.valueOf(nanos / MICROSECOND);
    }
}

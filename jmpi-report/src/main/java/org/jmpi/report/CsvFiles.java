package org.jmpi.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the tables of a report (RFC 4180, with line feeds); times are in ns since the start of the job. */
final class CsvFiles {
    private final Report report;
    private final Trace trace;

    CsvFiles(Report report) {
        this.report = report;
        trace = report.trace();
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        events(folder.resolve("events.csv"));
        try (BufferedWriter file = table(folder, "messages.csv", "sender,receiver,messages,bytes,lost_ns")) {
            for (Matrix.Cell cell : Matrix.of(trace))
                line(file, cell.sender(), cell.receiver(), cell.messages(), cell.bytes(), cell.lost());
        }
        try (BufferedWriter file =
                table(folder, "calls.csv", "call,site,count,ranks,mpi_ns,first_ns,longest_ns,lost_ns,bytes")) {
            for (CallTimes.Row row : CallTimes.bySite(trace))
                line(
                        file,
                        row.call(),
                        row.site(),
                        row.count(),
                        row.ranks(),
                        row.nanos(),
                        row.first(),
                        row.longest(),
                        row.lost(),
                        row.bytes());
        }
        collectives(folder);
        findings(folder);
    }

    private void collectives(Path folder) throws IOException {
        String head = "call,algorithm,ranks,bytes_up_to,count,first_ns,median_ns,longest_ns,waited_ns,slow_ns";
        try (BufferedWriter file = table(folder, "collectives.csv", head)) {
            for (CollectiveTimes.Row row : CollectiveTimes.of(report.collectives()))
                line(
                        file,
                        row.call(),
                        row.algorithm(),
                        row.ranks(),
                        row.bytes(),
                        row.count(),
                        row.first(),
                        row.median(),
                        row.longest(),
                        row.waited(),
                        row.slow());
        }
    }

    private void findings(Path folder) throws IOException {
        String head = "cause,call,site,lost_ns,count,victims,culprits,text";
        try (BufferedWriter file = table(folder, "findings.csv", head)) {
            for (Finding finding : report.findings())
                line(
                        file,
                        finding.cause(),
                        finding.call(),
                        finding.site(),
                        finding.lostNanos(),
                        finding.count(),
                        ranks(finding.victims()),
                        ranks(finding.culprits()),
                        finding.text());
        }
    }

    private static String ranks(List<Finding.RankTime> ranks) {
        return ranks.stream().map(rank -> "" + rank.rank()).collect(Collectors.joining(" "));
    }

    private void events(Path path) throws IOException {
        String head =
                "rank,kind,call,weight,start_ns,duration_ns,mpi_ns,peer,tag,context,bytes,transport,algorithm,number,"
                        + "root,size,lost_ns,cause,slow_ns,site";
        long start = trace.start();
        try (BufferedWriter file = table(path.getParent(), path.getFileName().toString(), head)) {
            for (Rank rank : trace.ranks()) for (Event event : rank.events) event(file, event, start);
        }
    }

    private static void event(BufferedWriter file, Event event, long start) throws IOException {
        Event.Operation operation = event.operation;
        boolean isMessage = event.peer != Event.NONE;
        line(
                file,
                event.rank,
                event.kind,
                event.call,
                event.weight,
                event.start - start,
                event.duration(),
                event.own,
                isMessage ? event.peer : "",
                event.tag == Event.NONE ? "" : event.tag,
                event.context == Event.NONE ? "" : event.context,
                event.kind == Event.Kind.WAIT ? "" : event.bytes,
                event.transport,
                operation == null ? "" : operation.algorithm(),
                operation == null ? "" : operation.number(),
                operation == null || operation.root() < 0 ? "" : operation.root(),
                operation == null ? "" : operation.size(),
                event.lost,
                event.cause == null ? "" : event.cause,
                event.slow,
                event.site);
    }

    private static BufferedWriter table(Path folder, String name, String head) throws IOException {
        // Unlike the writers of Files, this one takes any text: a name of the program may have half a surrogate pair.
        BufferedWriter file = new BufferedWriter(
                new OutputStreamWriter(Files.newOutputStream(folder.resolve(name)), StandardCharsets.UTF_8));
        file.write(head);
        file.write('\n');
        return file;
    }

    private static void line(BufferedWriter file, Object... cells) throws IOException {
        file.write(Stream.of(cells).map(CsvFiles::quoted).collect(Collectors.joining(",", "", "\n")));
    }

    private static String quoted(Object cell) {
        String text = String.valueOf(cell);
        boolean needed = text.chars().anyMatch(letter -> ",\"\r\n".indexOf(letter) >= 0);
        return needed ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}

package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other programs can read the events. */
class ExportTest {
    @TempDir
    Path folder;

    private static Report report() {
        return Report.of(SmallTrace.ofRanks(2)
                .add(Event.send(0, "Send", 700, 710, 1, 5, 8).by("shm"))
                .add(Event.receive(1, "Recv", 100, 900, 0, 5, 8).at("A.\"b\"(A.java:1)"))
                .add(SmallTrace.collective(0, "Ibarrier", 1_000, 2_500, 1, 1).nonblocking())
                .pause(0, new Pause(false, "before", -900, -800))
                .pause(0, new Pause(false, "Cleanup", -500, 250))
                .pause(1, new Pause(true, "G1New", 2_000, 2_250))
                .until(3_000));
    }

    @Test
    void aTraceHasCallsMessagesAndPauses() throws IOException {
        Path file = folder.resolve("trace.json");
        report().writeTrace(file);
        List<String> lines = Files.readAllLines(file);
        assertEquals("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", lines.get(0));
        assertEquals("]}", lines.get(lines.size() - 1));
        String message = "\"cat\":\"message\",\"name\":\"message\"";
        for (String line : List.of(
                "{'ph':'M','pid':1,'tid':0,'name':'process_name','args':{'name':'rank 1'}},".replace('\'', '"'),
                "{\"ph\":\"X\",\"pid\":1,\"tid\":0,\"cat\":\"receive\",\"name\":\"Recv\",\"ts\":0.1,\"dur\":0.8,"
                        + "\"args\":{\"site\":\"A.\\\"b\\\"(A.java:1)\",\"bytes\":8,\"peer\":0,\"tag\":5,"
                        + "\"cause\":\"Late sender\",\"lost_us\":0.6}},",
                "{\"ph\":\"s\",\"pid\":0,\"tid\":0," + message + ",\"ts\":0.7,\"id\":1},",
                "{\"ph\":\"f\",\"pid\":1,\"tid\":0," + message + ",\"ts\":0.9,\"id\":1,\"bp\":\"e\"},",
                "{'ph':'e','pid':0,'tid':0,'cat':'collective','name':'Ibarrier','ts':2.5,'id':1},".replace('\'', '"'),
                "{'ph':'X','pid':0,'tid':1000000,'cat':'safepoint','name':'Cleanup','ts':0.0,'dur':0.25},"
                        .replace('\'', '"'),
                "{'ph':'X','pid':1,'tid':1000000,'cat':'gc','name':'G1New','ts':2.0,'dur':0.25}".replace('\'', '"')))
            assertTrue(lines.contains(line), () -> line + "\n" + String.join("\n", lines));
        assertTrue(
                lines.stream().noneMatch(line -> line.contains("before") || line.contains("\"ts\":-")),
                lines::toString);
    }

    @Test
    void aTraceIsCompressedByItsName() throws IOException {
        Path file = folder.resolve("trace.json.gz");
        report().writeTrace(file);
        try (InputStream input = new GZIPInputStream(Files.newInputStream(file))) {
            String text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(text.endsWith("\n]}\n"), text);
        }
    }

    @Test
    void aTableTakesAnyName() throws IOException {
        Report.of(SmallTrace.ofRanks(1)
                        .add(Event.send(0, "\ud800\r\n", 1, 2, 0, 5, 8).by("a,b"))
                        .until(3))
                .writeCsv(folder);
        String table = Files.readString(folder.resolve("events.csv"));
        assertTrue(table.contains("0,SEND,\"?\r\n\",1,1,1,1,0,5,,8,\"a,b\","), table);
    }

    @Test
    void tablesHaveARowPerEvent() throws IOException {
        report().writeCsv(folder.resolve("csv"));
        List<String> events = Files.readAllLines(folder.resolve("csv/events.csv"));
        assertEquals(4, events.size());
        assertEquals("0,SEND,Send,1,700,10,10,1,5,,8,shm,,,,,0,,0,unknown line", events.get(1));
        assertEquals(
                "1,RECEIVE,Recv,1,100,800,800,0,5,,8,,,,,,600,LATE_SENDER,0,\"A.\"\"b\"\"(A.java:1)\"", events.get(3));
        assertEquals(
                List.of("sender,receiver,messages,bytes,lost_ns", "0,1,1,8,600"),
                Files.readAllLines(folder.resolve("csv/messages.csv")));
        for (String table : List.of("calls", "collectives", "findings"))
            assertTrue(
                    Files.readAllLines(folder.resolve("csv/" + table + ".csv")).size() > 1, table);
    }
}

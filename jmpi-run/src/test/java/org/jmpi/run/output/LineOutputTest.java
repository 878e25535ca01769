package org.jmpi.run.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineOutputTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final OutputMerger destination = new OutputMerger(written, e -> {});

    private static void write(LineOutput output, String text) {
        output.write(text.getBytes(), 0, text.length());
    }

    private LineOutput rank(String tag) {
        return new LineOutput(destination, tag, TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void linesOfTwoRanksStayWhole() {
        LineOutput one = rank(null);
        LineOutput two = rank(null);
        write(one, "one and ");
        write(two, "two\nt");
        write(one, "half\nrest");
        write(two, "hree\n");
        assertEquals("two\none and half\nthree\n", written.toString());
        one.close();
        assertEquals("two\none and half\nthree\nrest", written.toString());
    }

    @Test
    void everyLineIsTagged() {
        LineOutput one = rank("[1] ");
        write(one, "a\n\nb\nc");
        write(one, "d\n");
        assertEquals("[1] a\n[1] \n[1] b\n[1] cd\n", written.toString());
    }

    @Test
    void aTaggedLineThatWasCutIsCompletedBeforeAnothersBegins() {
        LineOutput one = rank("[1] ");
        LineOutput two = rank("[2] ");
        one.close();
        write(one, "prompt? ");
        write(one, "more");
        write(two, "x\n");
        write(one, "end\n");
        assertEquals("[1] prompt? more\n[2] x\n[1] end\n", written.toString());
    }

    @Test
    void ownLinesStartOnALineOfTheirOwn() {
        LineOutput one = rank(null);
        one.close();
        write(one, "unfinished");
        destination.lines("jmpirun: x");
        destination.lines("jmpirun: y");
        assertEquals("unfinished\njmpirun: x\njmpirun: y\n", written.toString());
    }

    @Test
    void aPauseHandsOnWhatThereIs() throws InterruptedException {
        BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        OutputStream target = new OutputStream() {
            @Override
            public void write(int b) {
                pieces.add("" + (char) b);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) {
                pieces.add(new String(bytes, offset, count));
            }
        };
        LineOutput one = new LineOutput(new OutputMerger(target, e -> {}), null);
        write(one, "name? ");
        assertEquals("name? ", pieces.poll(30, TimeUnit.SECONDS));
        write(one, "again? ");
        assertEquals("again? ", pieces.poll(30, TimeUnit.SECONDS));
        assertTrue(pieces.isEmpty());
    }

    @Test
    void anEndlessLineDoesNotFillTheMemory() {
        LineOutput one = rank(null);
        for (int i = 0; i < 3000; i++) write(one, "x".repeat(1000));
        assertTrue(written.size() >= 2_000_000, "" + written.size());
        one.close();
        assertEquals(3_000_000, written.size());
    }

    @Test
    void aTargetThatFailsIsToldOnceAndThenLeftAlone() {
        List<String> told = new ArrayList<>();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        LineOutput one = new LineOutput(new OutputMerger(full, e -> told.add(e.getMessage())), null);
        write(one, "a\n");
        write(one, "b\n");
        assertEquals(List.of("No space left on device"), told);
    }
}

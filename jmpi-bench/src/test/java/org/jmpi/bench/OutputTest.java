package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Rows, tables and the progress bar. */
class OutputTest {
    @Test
    void aTableIsAlignedToTheRight() {
        Table table = new Table("op", "     bytes", "us");
        assertEquals("op       bytes  us", table.heading());
        assertEquals(" a           8   1", table.row("a", "8", "1"));
        assertEquals("long          16  123.4", table.row("long", "16", "123.4"));
        assertThrows(IllegalArgumentException.class, () -> table.row("a", "8"));
    }

    @Test
    void numbersHaveAPointInEveryLocale() {
        assertEquals("1234.50", Table.number(1234.5, 2));
        assertEquals("1235", Table.number(1234.6, 0));
    }

    @Test
    void aSampleHasTheMedianAndTheExtremes() {
        Sample sample = Sample.of("pingpong", 2, 1000, new double[] {3, 9, 1, 2, 4});
        assertEquals(new Sample("pingpong", 2, 1000, 3, 1, 9), sample);
        assertEquals(1000 / 3.0, sample.megabytesPerSecond());
        assertEquals(1e6 / 3, sample.perSecond());
    }

    @Test
    void aSampleIsARowOfEightColumns() {
        String row = new Sample("stream-double", 4, 4096, 2.5, 1.25, 1234.5678).csv();
        assertEquals("-,stream-double,4,4096,2.500,1.250,1234.568,1638.4", row);
        assertEquals(Sample.CSV_HEADING.split(",").length, row.split(",").length);
    }

    @Test
    void aProgressBarHasAFixedLength() {
        assertEquals("[" + ".".repeat(50) + "]   0 %", ProgressBar.bar(0, 676));
        assertEquals("[" + "#".repeat(25) + ".".repeat(25) + "]  50 %", ProgressBar.bar(338, 676));
        assertEquals("[" + "#".repeat(50) + "] 100 %", ProgressBar.bar(676, 676));
        assertEquals("[" + "#".repeat(50) + "] 100 %", ProgressBar.bar(200_000_000, 200_000_000));
    }

    @Test
    void aProgressBarIsShownNowAndThenAndErased() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AtomicLong now = new AtomicLong();
        ProgressBar progress = new ProgressBar(new PrintStream(bytes, true, StandardCharsets.US_ASCII), true, now::get);
        progress.show(1, 100);
        assertEquals(0, bytes.size());
        now.addAndGet(100_000_000);
        for (int done = 2; done < 50; done++) progress.show(done, 100);
        progress.end();
        progress.end();
        String blank = "\r" + " ".repeat(ProgressBar.bar(1, 1).length()) + "\r";
        assertEquals("\r" + ProgressBar.bar(2, 100) + blank, bytes.toString(StandardCharsets.US_ASCII));
    }

    @Test
    void withoutATerminalThereIsNoProgressBar() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AtomicLong now = new AtomicLong();
        ProgressBar progress =
                new ProgressBar(new PrintStream(bytes, true, StandardCharsets.US_ASCII), false, now::get);
        now.addAndGet(1_000_000_000);
        progress.show(1, 2);
        progress.end();
        assertEquals(0, bytes.size());
    }
}

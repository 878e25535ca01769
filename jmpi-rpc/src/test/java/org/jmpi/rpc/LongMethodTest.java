package org.jmpi.rpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The checks name a simple method that keeps all messages from moving. */
@Timeout(60)
class LongMethodTest {
    private static final String CHECKS = "jmpi.check";

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    interface Work {
        @Simple
        void untilPrinted(String part);

        void threadedUntilPrinted(String part);
    }

    private class Worker implements Work {
        @Override
        public void untilPrinted(String part) {
            while (!printed.toString(StandardCharsets.UTF_8).contains(part)) Thread.onSpinWait();
        }

        @Override
        public void threadedUntilPrinted(String part) {
            untilPrinted(part);
        }
    }

    @BeforeEach
    void check() {
        System.setProperty(CHECKS, "true");
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void checkNoMore() {
        System.setErr(before);
        System.clearProperty(CHECKS);
    }

    @Test
    void aSimpleMethodIsNamed() {
        Ranks.run("threads", 2, space -> {
            Work work = space.exportAll(Work.class, new Worker()).get(1).get();
            if (space.rank() != 0) return;
            work.untilPrinted("threaded");
            new Thread(() -> System.err.println("waiting is over")).start();
            work.threadedUntilPrinted("waiting is over");
        });
        String said = printed.toString(StandardCharsets.UTF_8);
        assertTrue(
                said.contains(
                        "the simple method Work.untilPrinted(java.lang.String) of a remote object has not returned"
                                + " for 1 s from a call of rank 0, at "),
                said);
        assertTrue(said.contains(": no message moves meanwhile, so make the method threaded"), said);
        assertTrue(!said.contains("Work.threadedUntilPrinted"), said);
    }
}

package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import org.jmpi.Jmpi;
import org.jmpi.RunStoppedException;

/** Ranks that are threads of this JVM, and that show what they are at when they take too long. */
final class RankThreads {
    private RankThreads() {}

    /** Runs the ranks; throws what ended one of them first. */
    static void run(int ranks, Duration limit, Jmpi.Body body) throws Throwable {
        try {
            Jmpi.run(ranks, limit, body);
        } catch (RunStoppedException e) {
            fail("not done: " + e.getMessage(), e);
        }
    }
}

package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that watch a world may learn late that it has been closed. */
@Timeout(60)
class ClosedWorldTest {
    @Test
    void takesWhatComesLate() {
        RankThreads worlds = RankThreads.create(2, JmpiConfig.load(), "threads");
        worlds.close();
        worlds.fail(new CommException(ErrorClass.OTHER, "too late"));
        worlds.close();
        assertEquals(List.of(), worlds.blocked());
        assertEquals("rank 0 of 2, finalized\nrank 1 of 2, finalized\n", worlds.describe());
    }
}

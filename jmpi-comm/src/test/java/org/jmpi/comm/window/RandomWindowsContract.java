package org.jmpi.comm.window;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random programs of windows do what a sequential model allows, by each path and over each transport. */
public abstract class RandomWindowsContract extends WindowFixture {
    /** The first seed, and how many are run. */
    private static final long FIRST = Long.getLong("jmpi.windows.seed", 1);

    private static final int COUNT =
            Integer.getInteger("jmpi.windows", System.getProperty("jmpi.windows.seed") == null ? 40 : 1);

    /**
     * @param byFrames whether accesses go by frames where memory is shared
     * @param sharesMemory whether ranks share allocated memory
     */
    protected RandomWindowsContract(String transport, boolean byFrames, boolean sharesMemory) {
        super(transport, byFrames, sharesMemory);
    }

    @Test
    @Timeout(600)
    void everyProgramSeesWhatTheModelAllows() {
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            RandomWindow program = new RandomWindow(seed);
            run(program.ranks, comm -> program.run(comm, info()));
        }
    }
}

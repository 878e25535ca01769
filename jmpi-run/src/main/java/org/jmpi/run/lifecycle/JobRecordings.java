package org.jmpi.run.lifecycle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jmpi.comm.control.RankNames;
import org.jmpi.run.local.RecordingFolder;
import org.jmpi.run.plan.JobPlan;
import org.jmpi.run.system.BadInputException;

/**
 * The recordings of a job, from its start to its end.
 *
 * @param folder null if nothing is recorded
 */
record JobRecordings(JobPlan plan, RecordingFolder folder) {
    /** Returns the folder's path. */
    Path path() {
        return folder.path();
    }

    /** @throws BadInputException if nothing can be written there */
    void begin(String job) {
        if (folder == null) return;
        try {
            folder.begin(job);
        } catch (IOException e) {
            throw new BadInputException("--record " + folder.path() + ": " + e.getMessage(), e);
        }
    }

    /** @param say prints a line */
    void end(JobOutcome.Cause end, Consumer<String> say) {
        if (folder == null) return;
        try {
            folder.end(end.exitCode(), end.line());
            BitSet missing = missing();
            if (!missing.isEmpty())
                say.accept("no recording of " + RankNames.of(missing) + " in " + folder.path()
                        + ": the process has not called MPI.Init, or could not write it");
        } catch (IOException e) {
            say.accept("--record " + folder.path() + ": " + e.getMessage());
        }
    }

    private BitSet missing() throws IOException {
        BitSet missing = new BitSet();
        for (int process = 0; process < plan.processes(); process++) {
            int first = plan.firstRank(process);
            if (!folder.has(first)) missing.set(first, first + plan.ranksOf(process));
        }
        return missing;
    }
}

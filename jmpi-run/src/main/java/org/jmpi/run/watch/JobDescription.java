package org.jmpi.run.watch;

import java.util.List;

/**
 * The properties of a job that do not change while it runs.
 *
 * @param name of the job, which no other job on its hosts has
 * @param pid of its jmpirun
 * @param program as shown to the user
 * @param startMillis when it was started, in ms since 1970
 * @param processes in the order of their ranks
 */
public record JobDescription(String name, long pid, String program, long startMillis, List<ProcessPlace> processes) {
    /**
     * A process of the job.
     *
     * @param firstRank the first of its ranks
     * @param ranks how many they are
     * @param host the name of its host
     */
    public record ProcessPlace(int firstRank, int ranks, String host) {}

    int size() {
        ProcessPlace last = processes.get(processes.size() - 1);
        return last.firstRank() + last.ranks();
    }
}

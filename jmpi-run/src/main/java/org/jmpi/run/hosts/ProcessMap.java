package org.jmpi.run.hosts;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The hosts and the ranks of a job's processes. Processes are numbered in the order of their ranks.
 *
 * @param processes each with the ranks that follow those of the process before it
 */
public record ProcessMap(List<Placed> processes) {
    /**
     * A process at its place.
     *
     * @param host the index of its host
     * @param app the index of what it runs
     * @param ranks how many ranks it has
     */
    public record Placed(int host, int app, int firstRank, int ranks) {}

    public int ranks() {
        Placed last = processes.get(processes.size() - 1);
        return last.firstRank() + last.ranks();
    }

    public Placed get(int process) {
        return processes.get(process);
    }

    /** Returns the number of the process that a rank runs in. */
    public int processOf(int rank) {
        int low = 0;
        int high = processes.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (processes.get(middle).firstRank() <= rank) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    /** Returns the numbers of the processes on a host. */
    public List<Integer> on(int host) {
        return IntStream.range(0, processes.size())
                .filter(process -> processes.get(process).host() == host)
                .boxed()
                .toList();
    }

    /** Returns how many ranks a host has. */
    public int ranksOn(int host) {
        return processes.stream()
                .filter(placed -> placed.host() == host)
                .mapToInt(Placed::ranks)
                .sum();
    }

    /** Returns how many ranks of lower number a process's host has. */
    public int localRank(int process) {
        int host = get(process).host();
        return processes.subList(0, process).stream()
                .filter(placed -> placed.host() == host)
                .mapToInt(Placed::ranks)
                .sum();
    }
}

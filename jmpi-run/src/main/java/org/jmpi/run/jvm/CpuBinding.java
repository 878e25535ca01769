package org.jmpi.run.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.HostCores;

/**
 * On which cores of a host ranks run: the rank with r ranks before it on that host on the core of number r among those
 * that jmpirun may use there, counted round and round. A process of several ranks runs on the cores of all of them.
 *
 * @param taskset the command that binds; null if nothing is bound
 * @param cores the operating system's numbers of the cores
 */
public record CpuBinding(String taskset, List<Integer> cores) {
    /** The variable of the setting jmpi.cores: a JVM that is bound sees its own cores only. */
    private static final String CORES = "JMPI_CORES";

    private static final String NONE = "none";
    private static final String CORE = "core";

    private static final CpuBinding UNBOUND = new CpuBinding(null, List.of());

    /** @throws BadInputException if the text is neither {@code core} nor {@code none} */
    public static void check(String text) {
        if (!text.equals(NONE) && !text.equals(CORE))
            throw new BadInputException("--bind-to " + text + ": neither 'core' nor 'none'");
    }

    /** @throws BadInputException if cores are to be bound and cannot be */
    public static CpuBinding of(String text, HostCores host) {
        if (text.equals(NONE)) return UNBOUND;
        if (host.taskset().isEmpty())
            throw new BadInputException(
                    "--bind-to " + CORE + ": there is no command " + HostCores.COMMAND + " in the variable PATH");
        if (host.allowed().isEmpty())
            throw new BadInputException("--bind-to " + CORE + ": the system does not tell the numbers of its cores");
        return new CpuBinding(host.taskset(), host.allowed());
    }

    /**
     * Returns how processes are bound of which the user does not say: if each rank is a process, and every core gets as
     * many of them as any other. Left alone, ranks that only yield to each other stay where the scheduler has once put
     * them, three on one core and one on the next. Ranks of more than one busy thread are not bound: these would wait
     * for each other, and for the compilers.
     *
     * @param threads how many threads must run for the ranks to exchange messages
     */
    public static CpuBinding defaultOf(int ranks, int processes, int threads, HostCores host) {
        if (processes == 1 || processes < ranks || ranks < threads) return UNBOUND;
        int cores = host.allowed().size();
        boolean even = cores > 0 && ranks % cores == 0 && cores == host.available();
        return even && !host.taskset().isEmpty() ? new CpuBinding(host.taskset(), host.allowed()) : UNBOUND;
    }

    /** Returns whether processes are bound at all. */
    public boolean binds() {
        return taskset != null;
    }

    /**
     * Returns the words that start a process on the cores of its ranks.
     *
     * @param firstRank how many ranks of the host come before it
     */
    public List<String> bind(List<String> command, int firstRank, int ranks) {
        if (!binds()) return command;
        String list = IntStream.range(firstRank, firstRank + Math.min(ranks, cores.size()))
                .map(rank -> cores.get(rank % cores.size()))
                .sorted()
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        List<String> words = new ArrayList<>(List.of(taskset, "-c", list));
        words.addAll(command);
        return words;
    }

    /** Sets the number of cores that the ranks share. */
    public void tell(Map<String, String> variables) {
        if (binds()) variables.putIfAbsent(CORES, Integer.toString(cores.size()));
    }
}

package org.jmpi.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * On which cores ranks run: rank r on the core of number r among those that jmpirun may use, counted round and round. A
 * process of several ranks runs on the cores of all of them.
 *
 * @param taskset the command that binds; null if nothing is bound
 * @param cores the operating system's numbers of the cores that jmpirun may use
 */
record Binding(String taskset, List<Integer> cores) {
    /** The variable of the setting jmpi.cores: a JVM that is bound sees its own cores only. */
    private static final String CORES = "JMPI_CORES";

    private static final String NONE = "none";
    private static final String CORE = "core";
    private static final String COMMAND = "taskset";
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private static final Binding UNBOUND = new Binding(null, List.of());

    /** @throws BadInputException if the text is neither {@code core} nor {@code none}, or cores cannot be bound here */
    static Binding of(String text, CommandPath path) {
        if (text.equals(NONE)) return UNBOUND;
        if (!text.equals(CORE)) throw new BadInputException("--bind-to " + text + ": neither 'core' nor 'none'");
        Path taskset = path.find(COMMAND)
                .orElseThrow(() -> new BadInputException(
                        "--bind-to " + CORE + ": there is no command " + COMMAND + " in the variable PATH"));
        try {
            return new Binding(taskset.toString(), allowed());
        } catch (IOException e) {
            throw new BadInputException("--bind-to " + CORE + ": cannot read the cores from " + STATUS + ": " + e, e);
        }
    }

    /**
     * Returns how processes are bound of which the user does not say: if each rank is a process, and every core gets as many of
     * them as any other. Left alone, ranks that only yield to each other stay where the scheduler has once put them, three on one
     * core and one on the next. Ranks of more than one busy thread are not bound: these would wait for each other, and for the
     * compilers.
     *
     * @param threads how many threads must run for the ranks to exchange messages
     */
    static Binding usual(int ranks, int processes, int threads, CommandPath path) {
        if (processes == 1 || processes < ranks || ranks < threads) return UNBOUND;
        try {
            List<Integer> cores = allowed();
            boolean even = ranks % cores.size() == 0
                    && cores.size() == Runtime.getRuntime().availableProcessors();
            Optional<Path> taskset = even ? path.find(COMMAND) : Optional.empty();
            return taskset.map(command -> new Binding(command.toString(), cores))
                    .orElse(UNBOUND);
        } catch (IOException e) {
            // Not Linux, where alone cores are bound.
            return UNBOUND;
        }
    }

    /** Returns whether processes are bound at all. */
    boolean binds() {
        return taskset != null;
    }

    private static List<Integer> allowed() throws IOException {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no line " + ALLOWED));
        }
    }

    /** Returns the numbers of a list such as {@code 0-3,8}. */
    static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-", 2);
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(cores::add);
        }
        return cores;
    }

    /** Returns the words that start a process on the cores of its ranks. */
    List<String> bind(List<String> command, int firstRank, int ranks) {
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

    /** Tells the ranks how many cores they share. */
    void tell(Map<String, String> variables) {
        if (binds()) variables.putIfAbsent(CORES, Integer.toString(cores.size()));
    }
}

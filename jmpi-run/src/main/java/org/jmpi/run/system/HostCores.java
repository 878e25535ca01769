package org.jmpi.run.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cores of a host, as a process there finds them.
 *
 * @param available how many the process may use, as far as control groups let it
 * @param allowed the operating system's numbers of the cores that the process may use; empty if it does not list them
 * @param taskset the path of the command that binds processes to cores; empty if there is none
 */
public record HostCores(int available, List<Integer> allowed, String taskset) {
    public static final String COMMAND = "taskset";

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** Returns those of this host. */
    public static HostCores here(CommandPath path) {
        String taskset = path.find(COMMAND).map(Path::toString).orElse("");
        return new HostCores(ThisHost.cores(), allowedHere(), taskset);
    }

    private static List<Integer> allowedHere() {
        return TextFile.ofSystem(STATUS).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                .findFirst()
                .orElse(List.of());
    }

    /** Returns the numbers of a list such as {@code 0-3,8}. */
    public static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-", 2);
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(cores::add);
        }
        return cores;
    }
}

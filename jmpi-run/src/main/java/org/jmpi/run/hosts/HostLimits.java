package org.jmpi.run.hosts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.system.TextFile;

/**
 * The largest job that this host carries.
 *
 * @param cores that jmpirun may use
 * @param memory in bytes
 * @param tasks how many processes and threads may still start, and by which limit
 * @param files how many files a process may have open
 */
public record HostLimits(int cores, long memory, Room tasks, long files) {
    /** The value of {@link #jvmsPerCore} with which nothing is checked. */
    public static final int NO_LIMIT = 0;

    /** How many JVMs a core carries. It takes a minute to start so many on one core. */
    public static final int JVMS_PER_CORE = 64;

    /** How many rank threads count as a JVM. */
    private static final int THREADS_PER_JVM = 8;

    private static final long MIB = 1L << 20;

    // Measured with an empty program, as little as it takes to finish; most threads of jmpirun have started already.
    private static final int TASKS_OF_JMPIRUN = 8;
    private static final int TASKS_TO_WATCH = 5;
    private static final int TASKS_OF_JVM = 16;
    private static final int TASKS_OF_RANK_THREAD = 3;
    private static final int FILES = 28;
    private static final int FILES_PER_PROCESS = 4;
    private static final long MEMORY_OF_JVM = 32 * MIB;
    private static final long MEMORY_OF_RANK_THREAD = MIB;

    private static final Path PROC = Path.of("/proc");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final int MANY_TASKS = 10_000;

    /**
     * The rest of a number that is limited.
     *
     * @param left of it
     * @param limit how the limit is called, with its value
     */
    record Room(long left, String limit) {
        static final Room ENDLESS = new Room(Long.MAX_VALUE, "");

        Room least(Room other) {
            return other.left < left ? other : this;
        }
    }

    /**
     * The size of a job.
     *
     * @param ranksAreThreads whether ranks are threads of the processes
     * @param java whether the processes are JVMs for certain
     */
    public record Size(int ranks, int processes, boolean ranksAreThreads, boolean java) {
        /** Returns how many processes and threads it has at least. */
        public long tasks() {
            long rest = ranksAreThreads ? (long) TASKS_OF_RANK_THREAD * ranks : 0;
            return TASKS_OF_JMPIRUN + (long) processes * (TASKS_TO_WATCH + (java ? TASKS_OF_JVM : 1)) + rest;
        }

        private long memory() {
            return processes * MEMORY_OF_JVM + (ranksAreThreads ? ranks * MEMORY_OF_RANK_THREAD : 0);
        }

        /** Returns such as {@code 2 JVMs} or {@code 2 JVMs of 8 rank threads}. */
        private String parts() {
            String unit = java ? processes == 1 ? " JVM" : " JVMs" : processes == 1 ? " process" : " processes";
            return processes + unit + (ranksAreThreads ? " of " + ranks + " rank threads" : "");
        }
    }

    /**
     * Returns the limits of the system, as far as it has files that tell them.
     *
     * @param tasks how many processes and threads are to start
     */
    public static HostLimits ofSystem(long tasks) {
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> limits = TextFile.ofSystem(PROC.resolve("self/limits"));
        Room room = userTasks(number(limits, "Max processes").orElse(Long.MAX_VALUE), tasks)
                .least(groupTasks());
        return new HostLimits(
                cores, memoryOfHost(), room, number(limits, "Max open files").orElse(Long.MAX_VALUE));
    }

    /**
     * Returns why the host of this process does not carry its part of a job; empty if it does.
     *
     * @param jvmsPerCore how many JVMs may share a core; {@link #NO_LIMIT} if no limit counts
     */
    public static Optional<String> refusalHere(Size job, int jvmsPerCore) {
        return jvmsPerCore == NO_LIMIT
                ? Optional.empty()
                : ofSystem(job.tasks()).refusal(job, jvmsPerCore);
    }

    /**
     * Returns why this host does not carry its part of a job; empty if it does.
     *
     * @param jvmsPerCore how many JVMs may share a core
     */
    public Optional<String> refusal(Size job, int jvmsPerCore) {
        long open = FILES + (long) FILES_PER_PROCESS * job.processes();
        long most = (long) jvmsPerCore * cores;
        String need = job.processes() == 1 ? "needs " : "need ";
        String why = null;
        String what = "raise it";
        if (open > files) {
            why = need + open + " open files in jmpirun, but ulimit -n is " + files;
        } else if (job.tasks() > tasks.left) {
            why = need + "about " + job.tasks() + " more processes and threads, but " + tasks.limit + " leaves "
                    + Math.max(0, tasks.left);
        } else if (job.java() && job.memory() > memory) {
            why = need + "at least " + job.memory() / MIB + " MiB of memory, but there are " + memory / MIB;
            what = "start fewer ranks";
        } else if (job.java() && (job.processes() > most || job.ranks() > THREADS_PER_JVM * most)) {
            why = "are more than the "
                    + (job.processes() > most ? most + " JVMs" : THREADS_PER_JVM * most + " rank threads") + " that "
                    + cores + (cores == 1 ? " core carries" : " cores carry") + " in reasonable time";
            what = "start fewer ranks";
        }
        if (why == null) return Optional.empty();
        String threads = job.java() && !job.ranksAreThreads() ? ", make ranks threads (--transport threads)" : "";
        return Optional.of(job.parts() + " " + why + ": " + what + threads
                + ", or start the job anyway (--oversubscribe-limit none)");
    }

    /** Returns how many cores' time the control groups allow; endless if they allow any. */
    public static double quota() {
        double least = Double.POSITIVE_INFINITY;
        for (Path group : groups("cpu")) {
            List<String> words = List.of(String.join(" ", TextFile.ofSystem(group.resolve("cpu.max")))
                    .split(" "));
            if (words.size() == 2 && words.get(0).matches("\\d+"))
                least = Math.min(least, Double.parseDouble(words.get(0)) / Double.parseDouble(words.get(1)));
            OptionalLong allowed = number(group.resolve("cpu.cfs_quota_us"));
            OptionalLong period = number(group.resolve("cpu.cfs_period_us"));
            if (allowed.isPresent() && period.isPresent() && allowed.getAsLong() > 0)
                least = Math.min(least, (double) allowed.getAsLong() / period.getAsLong());
        }
        return least;
    }

    /** The limit of the user, which the system ignores for its own. */
    private static Room userTasks(long limit, long needed) {
        String user = user(PROC.resolve("self"));
        if (user.equals("0") || limit == Long.MAX_VALUE || limit > needed + MANY_TASKS) return Room.ENDLESS;
        long used = 0;
        String[] names = PROC.toFile().list();
        for (String name : names == null ? new String[0] : names)
            if (Character.isDigit(name.charAt(0)) && user(PROC.resolve(name)).equals(user))
                used += field(PROC.resolve(name), "Threads:")
                        .map(Long::parseLong)
                        .orElse(0L);
        return new Room(limit - used, "ulimit -u, " + limit + ",");
    }

    private static String user(Path process) {
        return field(process, "Uid:").orElse("");
    }

    private static Optional<String> field(Path process, String name) {
        return TextFile.ofSystem(process.resolve("status")).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split("\\s+")[0])
                .findFirst();
    }

    private static Room groupTasks() {
        Room least = Room.ENDLESS;
        for (Path group : groups("pids")) {
            OptionalLong max = number(group.resolve("pids.max"));
            OptionalLong current = number(group.resolve("pids.current"));
            if (max.isPresent() && current.isPresent())
                least = least.least(
                        new Room(max.getAsLong() - current.getAsLong(), group + "/pids.max, " + max.getAsLong() + ","));
        }
        return least;
    }

    private static long memoryOfHost() {
        long least =
                number(TextFile.ofSystem(PROC.resolve("meminfo")), "MemTotal:").orElse(Long.MAX_VALUE >> 10) << 10;
        for (Path group : groups("memory")) {
            least = Math.min(least, number(group.resolve("memory.max")).orElse(least));
            least = Math.min(
                    least, number(group.resolve("memory.limit_in_bytes")).orElse(least));
        }
        return least;
    }

    /**
     * Returns the control group of this process, and those around it, as far as they can be seen; of either version.
     */
    private static List<Path> groups(String controller) {
        return TextFile.ofSystem(PROC.resolve("self/cgroup")).stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3 && (parts[1].isEmpty() || parts[1].equals(controller)))
                .flatMap(parts -> {
                    Path root = parts[1].isEmpty() ? CGROUPS : CGROUPS.resolve(controller);
                    Path own = root.resolve(parts[2].substring(1)).normalize();
                    return Stream.iterate(own, path -> path.startsWith(root), Path::getParent);
                })
                .filter(Files::isDirectory)
                .collect(Collectors.toList());
    }

    /** Returns the first number of the line that starts with a name. */
    private static OptionalLong number(List<String> lines, String name) {
        for (String line : lines)
            if (line.startsWith(name))
                return parse(line.substring(name.length()).strip().split("\\s+")[0]);
        return OptionalLong.empty();
    }

    private static OptionalLong number(Path file) {
        List<String> lines = TextFile.ofSystem(file);
        return lines.isEmpty() ? OptionalLong.empty() : parse(lines.get(0).strip());
    }

    private static OptionalLong parse(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            // Such as "unlimited" or "max".
            return OptionalLong.empty();
        }
    }
}

package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jmpi.comm.bootstrap.MpjArguments;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecs;

/**
 * A job, checked, before anything of it is started.
 *
 * @param ranks the size of the world
 * @param hosted whether ranks are threads of a process that hosts them; else each is a process
 * @param threads how many ranks a process has; the last one may have fewer
 * @param command the words that start a process
 * @param binding the cores that each process is to run on
 * @param perRank the options of the JVM among them that differ from process to process
 * @param java whether that is a Java program
 * @param variables the environment of every process, without what tells them apart
 * @param directory where they start
 * @param tag whether lines of output are to be prefixed here
 * @param outputFolder where this process writes the ranks' output; null if it goes to standard output
 * @param timeoutNanos longest time in ns that the job may take; 0 if it may take any
 * @param port where to listen; 0 for any port that is free
 */
record JobPlan(
        int ranks,
        boolean hosted,
        int threads,
        String transport,
        List<String> command,
        List<String> perRank,
        Binding binding,
        boolean java,
        Map<String, String> variables,
        Path directory,
        InputRanks input,
        boolean tag,
        Path outputFolder,
        long timeoutNanos,
        int port,
        boolean verbose) {

    private static final double SECOND = 1e9;

    /** The value of --oversubscribe-limit with which nothing is checked. */
    private static final String NO_LIMIT = "none";

    /** How a word of a command begins that is a setting. */
    private static final String SETTING = "-Djmpi.";

    /** The variable of the setting jmpi.check. */
    private static final String CHECK = "JMPI_CHECK";

    /** The variable of the setting jmpi.object.filter. */
    private static final String OBJECT_FILTER = "JMPI_OBJECT_FILTER";

    /** The variable of the setting jmpi.object.codec. */
    private static final String OBJECT_CODEC = "JMPI_OBJECT_CODEC";

    /** Returns the number of processes. */
    int processes() {
        return (ranks + threads - 1) / threads;
    }

    /** Returns the number of the process that a rank runs in. */
    int processOf(int rank) {
        return rank / threads;
    }

    int firstRank(int process) {
        return process * threads;
    }

    /** Returns how many ranks a process has. */
    int ranksOf(int process) {
        return Math.min(threads, ranks - firstRank(process));
    }

    /** Returns whether all ranks share one JVM. */
    boolean oneJvm() {
        return hosted && processes() == 1;
    }

    String processName(int process) {
        if (!hosted) return "rank " + process;
        return "the JVM of " + ranksName(process);
    }

    /** Returns such as {@code ranks 2 to 3}. */
    String ranksName(int process) {
        int first = firstRank(process);
        int last = first + ranksOf(process) - 1;
        return first == last ? "rank " + first : "ranks " + first + " to " + last;
    }

    /** Returns the words that start a process. */
    List<String> command(int process) {
        return binding.bind(filled(process), firstRank(process), ranksOf(process));
    }

    /** Returns the environment of a process, without what tells it its place in the job. */
    Map<String, String> variables(int process) {
        Map<String, String> filled = new HashMap<>(variables);
        filled.replaceAll((name, value) -> RankPlaceholder.fill(value, firstRank(process)));
        return filled;
    }

    /** Arguments of the program stay as they are: options of the JVM come before them. */
    private List<String> filled(int process) {
        List<String> left = new ArrayList<>(perRank);
        List<String> words = new ArrayList<>(command);
        words.replaceAll(word -> left.remove(word) ? RankPlaceholder.fill(word, firstRank(process)) : word);
        return words;
    }

    /** @throws BadInputException if the job cannot be started as asked */
    static JobPlan of(Options options, Installation installation) {
        checkNumbers(options);
        Traits traits =
                installation.transport(options.transport == null ? Installation.DEFAULT_TRANSPORT : options.transport);
        String transport = traits.name();
        int threads = threads(options, transport);
        boolean hosted = transport.equals(Installation.THREADS) || threads > 1;
        int processes = (options.ranks + threads - 1) / threads;
        CommandPath path = CommandPath.ofSystem();
        Binding binding = options.binding != null
                ? Binding.of(options.binding, path)
                : Binding.usual(options.ranks, processes, traits.threads(options.ranks), path);
        InputRanks input = InputRanks.parse(options.input, options.ranks);
        Path directory = directory(options.directory);
        Map<String, String> variables = variables(options.variables);
        String archive = hosted ? Installation.THREADS : transport;
        Program program = withDefaults(ProgramSearch.find(options, installation), variables, archive, users -> {
            boolean oneCore = haveOneCoreEach(processes, threads, binding, options.binding != null);
            return users.ofRanks(processes, threads, traits.threads(options.ranks), oneCore);
        });
        checkSize(options, new HostLimits.Size(options.ranks, processes, hosted, program instanceof Program.Java));
        if (options.check) variables.put(CHECK, "1");
        if (options.objectCodec != null) variables.put(OBJECT_CODEC, options.objectCodec);
        else if (System.getenv(OBJECT_CODEC) == null) variables.putIfAbsent(OBJECT_CODEC, traits.objectCodec());
        checkCodec(variables.getOrDefault(OBJECT_CODEC, System.getenv(OBJECT_CODEC)), program, installation);
        binding.tell(variables);
        if (program instanceof Program.Command) {
            variables.put("CLASSPATH", classPath(variables, installation));
            WrappedJava.of(installation).addTo(variables);
        }
        if (!options.serialAllow.isEmpty()) variables.put(OBJECT_FILTER, objectFilter(options, variables));
        List<String> perRank = perRank(program, variables, new SharedTargets(processes, directory));
        if (options.mpjArgs) program = withMpjArguments(program, options, hosted, variables, perRank);
        Path folder = options.outputFolder == null ? null : outputFolder(options.outputFolder);
        return new JobPlan(
                options.ranks,
                hosted,
                threads,
                transport,
                hosted ? hostCommand(program, options, input, folder, installation) : program.command(installation),
                perRank,
                binding,
                program instanceof Program.Java,
                variables,
                directory,
                input,
                options.tag && !hosted,
                hosted ? null : folder,
                options.timeoutSeconds == null ? 0 : (long) (options.timeoutSeconds * SECOND),
                options.port == null ? 0 : options.port,
                options.verbose);
    }

    /**
     * Returns the options of the JVM that differ from process to process, once none names what processes cannot share.
     */
    private static List<String> perRank(Program program, Map<String, String> variables, SharedTargets targets) {
        List<String> own = program instanceof Program.Java java ? java.jvmOptions() : List.of();
        List<String> all = new ArrayList<>(own);
        for (String name : JvmDefaults.VARIABLES) {
            String value = variables.getOrDefault(name, System.getenv(name));
            if (value == null) continue;
            Collections.addAll(all, value.split("\\s+"));
            if (RankPlaceholder.isIn(value)) variables.putIfAbsent(name, value);
        }
        targets.check(all).forEach(warning -> System.err.println("jmpirun: warning: " + warning));
        return own.stream().filter(RankPlaceholder::isIn).collect(Collectors.toList());
    }

    /** Ranks that are threads get their arguments from the process that hosts them. */
    private static Program withMpjArguments(
            Program program, Options options, boolean hosted, Map<String, String> variables, List<String> perRank) {
        if (!(program instanceof Program.Java java))
            throw new BadInputException("--mpj-args: " + options.words.get(0) + " is not a Java program");
        variables.put(MpjArguments.DEVICE, hosted ? MpjArguments.MULTICORE : "niodev");
        if (hosted) return program;
        perRank.add(RankPlaceholder.RANK);
        return java.withArguments(MpjArguments.with(
                variables.get(MpjArguments.DEVICE), RankPlaceholder.RANK, options.ranks, java.arguments()));
    }

    /** Returns the setting of the classes that objects may have, with those of the environment in front. */
    private static String objectFilter(Options options, Map<String, String> variables) {
        if (options.jvmOptions().stream().anyMatch(word -> word.startsWith("-Djmpi.object.filter=")))
            throw new BadInputException("--serial-allow and -Djmpi.object.filter: use one of them for all patterns");
        String pattern = String.join(";", options.serialAllow);
        try {
            ObjectInputFilter.Config.createFilter(pattern);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(
                    "--serial-allow " + pattern + ": not a pattern of classes: " + e.getMessage(), e);
        }
        String given = variables.getOrDefault(OBJECT_FILTER, System.getenv(OBJECT_FILTER));
        return given == null || given.isEmpty() ? pattern : given + ";" + pattern;
    }

    /** Whether each process has a core or less; if the user leaves them unbound, it has what others do not use. */
    private static boolean haveOneCoreEach(int processes, int threads, Binding binding, boolean users) {
        if (binding.binds())
            return threads == 1 || processes >= Runtime.getRuntime().availableProcessors();
        return !users && processes >= Runtime.getRuntime().availableProcessors();
    }

    private static int threads(Options options, String transport) {
        boolean oneJvm = transport.equals(Installation.THREADS);
        Integer threads = options.threadsPerProcess;
        if (threads == null) return oneJvm ? options.ranks : 1;
        if (threads < 1)
            throw new BadInputException("--threads-per-process " + threads + ": at least 1 rank is in a process");
        if (oneJvm && threads < options.ranks)
            throw new BadInputException("--threads-per-process " + threads + ": with --transport "
                    + Installation.THREADS + " all " + options.ranks + " ranks share one JVM");
        return Math.min(threads, options.ranks);
    }

    /**
     * @param archive the transport of the archive: processes that host ranks load the same classes, whatever is between
     *     them
     */
    private static Program withDefaults(
            Program program,
            Map<String, String> variables,
            String archive,
            Function<JvmDefaults, List<String>> ofRanks) {
        if (!(program instanceof Program.Java java)) return program;
        JvmDefaults defaults = new JvmDefaults(java.jvmOptions(), variables);
        List<String> words = new ArrayList<>();
        if (java.isHere() && defaults.takesArchive())
            words.addAll(ClassArchive.options(System.getProperty(ClassArchive.FOLDER), archive));
        words.addAll(ofRanks.apply(defaults));
        return java.withDefaults(words);
    }

    private static void checkNumbers(Options options) {
        if (options.ranks < 1) throw new BadInputException("-np " + options.ranks + ": at least 1 rank is needed");
        if (options.port != null && (options.port < 1 || options.port > 65_535))
            throw new BadInputException("--port " + options.port + ": not a port from 1 to 65535");
        Double seconds = options.timeoutSeconds;
        if (seconds != null && !(seconds > 0 && seconds < 1e9))
            throw new BadInputException("--timeout " + seconds + ": not a number of seconds above 0");
    }

    private static void checkSize(Options options, HostLimits.Size job) {
        String limit = options.oversubscribeLimit;
        if (NO_LIMIT.equals(limit)) return;
        if (limit != null && !limit.matches("[1-9]\\d{0,5}"))
            throw new BadInputException("--oversubscribe-limit " + limit + ": neither a number from 1 on nor 'none'");
        int perCore = limit == null ? HostLimits.JVMS_PER_CORE : Integer.parseInt(limit);
        HostLimits.ofSystem(job.tasks()).refusal(job, perCore).ifPresent(why -> {
            throw new BadInputException(why);
        });
    }

    private static void checkCodec(String name, Program program, Installation installation) {
        if (name == null || name.equals(JavaObjectCodec.NAME)) return;
        ClassPath own = program instanceof Program.Java java ? java.classPath() : ClassPath.ofEnvironment();
        Set<String> names = installation.objectCodecs(own);
        if (!names.contains(name)) throw new BadInputException(ObjectCodecs.missing("", name, names));
    }

    private static Path directory(String name) {
        Path directory = Path.of(name == null ? "." : name).toAbsolutePath().normalize();
        if (Files.isDirectory(directory)) return directory;
        throw new BadInputException("-wdir " + name + ": no such folder");
    }

    private static Path outputFolder(String name) {
        try {
            return Files.createDirectories(Path.of(name).toAbsolutePath().normalize());
        } catch (IOException e) {
            throw new BadInputException("--output-dir " + name + ": cannot make the folder: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> variables(List<String> settings) {
        Map<String, String> variables = new HashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            String name = equals < 0 ? setting : setting.substring(0, equals);
            String value = equals < 0 ? System.getenv(name) : setting.substring(equals + 1);
            if (name.isEmpty()) throw new BadInputException("-x " + setting + ": no name before '='");
            if (value == null) throw new BadInputException("-x " + name + ": not set in the environment of jmpirun");
            variables.put(name, value);
        }
        return variables;
    }

    /**
     * Returns the settings of the ranks.
     *
     * @throws IllegalArgumentException if one has a value that is not allowed
     */
    JmpiConfig config() {
        Properties properties = new Properties();
        for (String word : command) {
            int equals = word.indexOf('=');
            if (word.startsWith(SETTING) && equals > 0)
                properties.setProperty(word.substring("-D".length(), equals), word.substring(equals + 1));
        }
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(variables);
        return JmpiConfig.load(properties, environment);
    }

    private static String classPath(Map<String, String> variables, Installation installation) {
        String given = variables.getOrDefault("CLASSPATH", System.getenv("CLASSPATH"));
        String own = installation.ranks().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return (given == null || given.isEmpty() ? "." : given) + File.pathSeparator + own;
    }

    /** Returns what makes ranks threads. */
    private static String option(Options options) {
        Integer threads = options.threadsPerProcess;
        return threads == null ? "--transport " + Installation.THREADS : "--threads-per-process " + threads;
    }

    private static List<String> hostCommand(
            Program program, Options options, InputRanks input, Path folder, Installation installation) {
        if (!(program instanceof Program.Java java))
            throw new BadInputException(
                    option(options) + " runs Java programs only, not " + String.join(" ", options.words));
        List<Path> own = installation.ranks().stream()
                .filter(jar -> !jar.equals(installation.comm()))
                .collect(Collectors.toList());
        RankModules.Options divided = divide(java, own);
        HostPlan plan = new HostPlan(
                ClassPath.of(own),
                java.classPath(),
                input,
                options.tag,
                folder == null ? "" : folder.toString(),
                java.main(),
                divided.ofLayers(),
                java.arguments());
        return java.hostCommand(divided.ofJvm(), installation, plan);
    }

    /** Divides the options of a JVM that hosts ranks from those that it keeps for their compiler, or their layers. */
    private static RankModules.Options divide(Program.Java java, List<Path> jmpi) {
        List<String> all = java.jvmOptions();
        switch (java.main().kind()) {
            case MODULE:
                ModulePath path = ModulePath.of(all);
                RankModules.Options divided = RankModules.divide(all, path, jmpi);
                List<String> ofLayers = new ArrayList<>(List.of(path.toString()));
                ofLayers.addAll(divided.ofLayers());
                return new RankModules.Options(divided.ofJvm(), ofLayers);
            case SOURCE:
                return JvmOptions.divideForSource(all);
            default:
                return new RankModules.Options(all, List.of());
        }
    }
}

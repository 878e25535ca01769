package org.jmpi.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The options that jmpirun knows, in groups, and its help. They are described by picocli's model: annotations would be
 * read by reflection at each start.
 */
final class OptionTable {
    /** The names of the option for the number of ranks. */
    static final List<String> NUMBER = List.of("-np", "-n", "--np", "--n");

    private static final List<String> SYNOPSIS = List.of(
            "jmpirun [-np N] [options] [jvm options] [-cp PATH] CLASS [arguments]",
            "jmpirun [-np N] [options] [jvm options] [-cp PATH] FILE.java [arguments]",
            "jmpirun [-np N] [options] [jvm options] [-jar] JAR [arguments]",
            "jmpirun [-np N] [options] [jvm options] --module-path PATH -m MODULE[/CLASS] [arguments]",
            "jmpirun [-np N] [options] PROGRAM [arguments]    (a program that comes with JMPI)",
            "jmpirun [-np N] [options] java|COMMAND [arguments]",
            "jmpirun [options] -np N PROGRAM [arguments] : -np N PROGRAM [arguments] ...",
            "jmpirun [-np N] [-cp PATH] [jvm options] jshell [options of jshell]",
            "jmpirun " + ShippedTool.names() + " [--help | options of the tool]",
            "jmpirun " + Subcommand.names() + " [--help | arguments]");

    private static final String DESCRIPTION = String.join(
            System.lineSeparator(),
            "Starts N ranks of an MPI program and waits for their end. The programs that come with JMPI are",
            ShippedProgram.names() + ".",
            "",
            "Options that start with -X, -D, -ea, -agentlib, -javaagent, --add-opens and the like go to the JVM of "
                    + "each rank;",
            "{rank} in them is its rank. Everything after the program goes to the program.",
            "");

    private static final List<String> EXAMPLES = List.of(
            "jmpirun -np 4 hello",
            "jmpirun -np 4 -cp target/classes com.acme.Solver input.txt",
            "jmpirun -np 4 -Xmx1g -jar solver.jar input.txt",
            "jmpirun -np 2 Hello.java",
            "jmpirun --hostfile hosts -N 2 -jar solver.jar input.txt",
            "jmpirun -np 1 -cp a.jar Master : -np 3 -cp b.jar Worker",
            "jmpirun -np 4 --debug 2 -jar solver.jar",
            "jmpirun -np 2 --check --timeout 60 --tag-output -jar solver.jar",
            "jmpirun -np 2 -XX:StartFlightRecording=filename=rank-{rank}.jfr -jar solver.jar",
            "jmpirun new myproject");

    private static final String EXIT_CODES = String.join(
            System.lineSeparator(),
            "0 if every rank ended well, else that of the rank that failed first, 128 plus the signal if it was",
            "killed; 2 if nothing could be started, 110 after --timeout. Many options of Open MPI, MPICH and MPJ "
                    + "Express work,",
            "too: docs/launching.md lists them.",
            "");

    /** The usual values of options whose label does not list them. */
    private static final Map<String, List<String>> VALUES = Map.of(
            "--transport", List.of("auto", "shm", "socket", "threads", "rmi", "rmi-kryo"),
            "--object-codec", List.of("java", "kryo"));

    private final Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    private final IParameterConsumer jarAndArguments;
    private final IParameterConsumer moduleAndArguments;

    OptionTable(IParameterConsumer jarAndArguments, IParameterConsumer moduleAndArguments) {
        this.jarAndArguments = jarAndArguments;
        this.moduleAndArguments = moduleAndArguments;
        groups.put("Ranks", ranks());
        groups.put("Hosts", hosts());
        groups.put("The network", network());
        groups.put("The program", program());
        groups.put("Input and output", inputAndOutput());
        groups.put("Finding mistakes", mistakes());
        groups.put("jmpirun itself", jmpirun());
    }

    /** Returns the table for the parser of a command line. */
    CommandSpec command(String... args) {
        CommandSpec command = CommandSpec.create().name("jmpirun");
        groups.values().forEach(options -> options.forEach(option -> command.addOption(withShortForms(option))));
        Stream.of(
                        hidden(String.class, "1", "-dev"),
                        hidden(boolean.class, "0", "-pernode", "--pernode"),
                        hidden(boolean.class, "0", "-bind-to-core", "--bind-to-core"),
                        hidden(boolean.class, "0", "-bind-to-none", "--bind-to-none"),
                        hidden(String[].class, "2", "-genv"),
                        hidden(String[].class, "1", "-genvlist"),
                        hidden(String[].class, "2", "-env"),
                        hidden(String[].class, "1", "-envlist"),
                        hidden(boolean.class, "0", "--bynode", "-bynode"),
                        hidden(boolean.class, "0", "--nooversubscribe", "-nooversubscribe"),
                        hidden(boolean.class, "0", "--nolocal", "-nolocal", "--no-local", "-skip-launch-node"),
                        hidden(String[].class, "2", MpiParameters.OPTIONS))
                .forEach(command::addOption);
        ForeignOptions.addTo(command, args);
        for (String name : JvmOptions.WITH_VALUE) command.addOption(hidden(String[].class, "1", name));
        return command.addPositional(PositionalParamSpec.builder()
                .type(String[].class)
                .arity("0..*")
                .hidden(true)
                .build());
    }

    String help() {
        String line = System.lineSeparator();
        StringBuilder text = new StringBuilder("Usage: ").append(String.join(line + "       ", SYNOPSIS));
        text.append(line).append(line).append(DESCRIPTION);
        groups.forEach((heading, options) -> {
            CommandSpec group = CommandSpec.create();
            group.usageMessage().sortOptions(false).width(110);
            group.parser().separator(" ");
            options.forEach(group::addOption);
            text.append(line).append(heading).append(':').append(line);
            text.append(new Help(group, Help.defaultColorScheme(Help.Ansi.OFF)).optionList());
        });
        text.append(line).append("Examples:").append(line);
        EXAMPLES.forEach(example -> text.append("  ").append(example).append(line));
        return text.append(line).append("Exit code: ").append(EXIT_CODES).toString();
    }

    /** Returns the options with what a shell may complete after each, and the first words of programs. */
    CommandSpec completed() {
        CommandSpec command = CommandSpec.create().name("jmpirun");
        groups.values().forEach(options -> options.forEach(option -> command.addOption(completed(option))));
        List<String> words = new ArrayList<>(List.of(JShell.NAME));
        for (String names : List.of(ShippedProgram.names(), ShippedTool.names(), Subcommand.names()))
            words.addAll(List.of(names.split("\\W+")));
        return command.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .type(String.class)
                .completionCandidates(words)
                .build());
    }

    /** The script of a shell has a variable for each label, so that it has to be the only one of its name. */
    private static OptionSpec completed(OptionSpec option) {
        String name = option.names()[0];
        List<String> words = VALUES.getOrDefault(
                name,
                Stream.of(option.paramLabel().split("\\|"))
                        .filter(word -> word.matches("[a-z]+"))
                        .toList());
        return words.isEmpty()
                ? option
                : option(option.names())
                        .type(String.class)
                        .paramLabel(name.replaceAll("\\W", ""))
                        .completionCandidates(words)
                        .build();
    }

    List<String> synopsis() {
        return SYNOPSIS;
    }

    String description() {
        return DESCRIPTION;
    }

    List<String> examples() {
        return EXAMPLES;
    }

    String exitCodes() {
        return EXIT_CODES;
    }

    /** Returns the options of the help, by their headings. */
    Map<String, List<OptionSpec>> groups() {
        return groups;
    }

    /** Returns the names in the help. */
    List<String> names() {
        return groups.values().stream()
                .flatMap(List::stream)
                .flatMap(option -> Arrays.stream(option.names()))
                .collect(Collectors.toList());
    }

    /** Adds the names that some launchers give an option: long ones behind a single dash, and further ones. */
    private static OptionSpec withShortForms(OptionSpec option) {
        List<String> names = new ArrayList<>(Arrays.asList(option.names()));
        names.addAll(ALIASES.getOrDefault(names.get(0), List.of()));
        for (String name : List.copyOf(names))
            if (name.startsWith("--") && !names.contains(name.substring(1))) names.add(name.substring(1));
        return OptionSpec.builder(option).names(names.toArray(new String[0])).build();
    }

    private static final Map<String, List<String>> ALIASES = Map.ofEntries(
            Map.entry("-np", List.of("--n", "-c")),
            Map.entry("--hostfile", List.of("-f", "--machinefile", "--machinesfile", "--default-hostfile")),
            Map.entry("-H", List.of("--hosts")),
            Map.entry("--continue", List.of("--enable-recovery", "--continuous", "-disable-auto-cleanup")),
            Map.entry("-N", List.of("-perhost", "--npernode")),
            Map.entry("--report-map", List.of("--display-map", "--display-allocation", "--print-rank-map")),
            Map.entry("--launcher", List.of("-bootstrap")),
            Map.entry("--rsh-agent", List.of("-launcher-exec", "-bootstrap-exec")),
            Map.entry("--app", List.of("--configfile")),
            Map.entry("-wdir", List.of("--wd")),
            Map.entry("--tag-output", List.of("-l", "--prepend-rank")),
            Map.entry("--output-dir", List.of("--output-filename")),
            Map.entry("--stdin", List.of("-s")),
            Map.entry("-v", List.of("--report-bindings")),
            Map.entry("-h", List.of("-?", "--usage")));

    private static OptionSpec.Builder option(String... names) {
        return OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length));
    }

    private static OptionSpec hidden(Class<?> type, String arity, String... names) {
        return option(names).type(type).arity(arity).hidden(true).build();
    }

    private static OptionSpec value(Class<?> type, String label, String description, String... names) {
        return option(names)
                .type(type)
                .paramLabel(label)
                .description(description)
                .build();
    }

    private static OptionSpec flag(String description, String... names) {
        return option(names).type(boolean.class).description(description).build();
    }

    private static List<OptionSpec> ranks() {
        return List.of(
                value(
                        int.class,
                        "N",
                        "number of ranks (default: the number of slots, or of cores)",
                        "-np",
                        "-n",
                        "--np"),
                value(
                        String.class,
                        "NAME",
                        "how messages travel: 'threads' (all ranks in one JVM), 'shm' (shared memory), 'socket' "
                                + "(TCP), 'rmi'"
                                + " or 'rmi-kryo' (remote method invocation) or 'auto' (the best for each pair of "
                                + "ranks,"
                                + " the default)",
                        "--transport"),
                value(
                        int.class,
                        "T",
                        "runs T ranks per JVM, as its threads; ranks of different JVMs use the transport",
                        "--threads-per-process"),
                value(
                        String.class,
                        "NAME",
                        "what turns objects into bytes: 'java' (Java serialisation, the default), 'kryo' (faster) or "
                                + "one of"
                                + " your own",
                        "--object-codec"),
                value(
                        String.class,
                        "core|none",
                        "'core' gives each rank a core, in turn, by the command taskset; 'none' leaves them to the "
                                + "scheduler"
                                + " (default: 'core' where each core gets as many processes as any other, else 'none')",
                        "--bind-to"),
                flag("lets the other ranks go on when a rank fails: only the calls that need it fail", "--continue"),
                value(
                        String.class,
                        "N|none",
                        "lets N JVMs share a core, and eight times as many ranks that are threads (default: "
                                + HostLimits.JVMS_PER_CORE + "); 'none' starts the job whatever the limits of the host",
                        "--oversubscribe-limit"));
    }

    private static List<OptionSpec> hosts() {
        return List.of(
                value(
                        String.class,
                        "HOST[:N],...",
                        "hosts of the ranks, each with N slots (default: 1); the sum is the default number of ranks",
                        "-H",
                        "--host"),
                value(
                        String.class,
                        "FILE",
                        "the same from a file: a line HOST slots=N max_slots=M or HOST:N for each host",
                        "--hostfile"),
                value(int.class, "N", "puts N ranks on each host", "-N", "-ppn"),
                value(
                        String.class,
                        "slot|node|ppr:N:node",
                        "'slot' fills the slots of one host after the other, 'node' deals the ranks round, 'ppr:N:node'"
                                + " is -N (default: 'slot')",
                        "--map-by"),
                flag("starts more ranks than slots without a note", "--oversubscribe"),
                flag("prints which ranks run where, and what", "--report-map"),
                value(
                        String.class,
                        "local|ssh|srun",
                        "what starts processes on other hosts (default: srun in an allocation of Slurm, else ssh)",
                        "--launcher"),
                value(String.class, "CMD", "the remote shell, with its options (default: ssh)", "--rsh-agent"),
                flag("copies the class path to the other hosts", "--preload"),
                value(
                        String.class,
                        "CMD",
                        "the java of all hosts: a path, or 'java' for the first one in the PATH of each (default: the "
                                + "one"
                                + " that runs jmpirun)",
                        "--java"));
    }

    private static List<OptionSpec> network() {
        return List.of(
                value(
                        String.class,
                        "NAME|CIDR,...",
                        "interfaces by which ranks reach those of other hosts (default: all that may lead there)",
                        "--iface"),
                value(String.class, "LO-HI", "ports on which ranks listen (default: any that is free)", "--ports"),
                flag("lets addresses differ at both ends of a connection, as they do behind NAT", "--nat"),
                flag("encrypts what travels between hosts (TLS 1.3)", "--tls"));
    }

    private List<OptionSpec> program() {
        return List.of(
                value(
                        String.class,
                        "PATH",
                        "class path of the program; JMPI's own jars are added",
                        "-cp",
                        "-classpath",
                        "--class-path"),
                option("-jar")
                        .type(String.class)
                        .arity("1")
                        .paramLabel("JAR")
                        .description("jar of the program; ends the options")
                        .parameterConsumer(jarAndArguments)
                        .build(),
                option("-m", "--module")
                        .type(String.class)
                        .arity("1")
                        .paramLabel("MODULE[/CLASS]")
                        .description("module of the program, which --module-path leads to; ends the options")
                        .parameterConsumer(moduleAndArguments)
                        .build(),
                value(
                        String[].class,
                        "VAR[=VALUE]",
                        "sets an environment variable for the ranks, or checks that it is set; {rank} in the value is "
                                + "the"
                                + " rank; may be repeated",
                        "-x"),
                value(String.class, "DIR", "folder in which the ranks start", "-wdir", "--wdir"),
                value(
                        String.class,
                        "FILE",
                        "several programs, one per line: -np N [options] PROGRAM [arguments]",
                        "--app"),
                value(
                        String[].class,
                        "PATTERN",
                        "classes that objects may have besides the usual ones, such as 'com.acme.**'; may be repeated",
                        "--serial-allow"),
                flag(
                        "puts rank, configuration file and device before the arguments, as MPJ Express does",
                        "--mpj-args"));
    }

    private static List<OptionSpec> inputAndOutput() {
        return List.of(
                flag("prefixes each line of output with [rank]", "--tag-output"),
                value(
                        String.class,
                        "DIR",
                        "writes each rank's output to DIR/rank-N.out and DIR/rank-N.err instead",
                        "--output-dir"),
                value(String.class, "RANK|all|none", "who reads standard input (default: rank 0)", "--stdin"));
    }

    private static List<OptionSpec> mistakes() {
        return List.of(
                flag(
                        "looks for mistakes in the program: collective calls that differ, buffers that overlap ...",
                        "--check"),
                value(
                        String.class,
                        "DIR",
                        "records each process by JDK Flight Recorder in DIR/rank-N.jfr: messages, waits, collective"
                                + " operations, pauses of the JVM",
                        "--record"),
                value(
                        String.class,
                        "DIR",
                        "the same, and makes the page DIR/report.html: where the time went; without a program: of the"
                                + " recordings that are there",
                        "--report"),
                value(
                        double.class,
                        "SECONDS",
                        "after this time prints every rank's Java stacks and queues, ends all ranks, exits 110",
                        "--timeout"),
                flag(
                        "shows every second what each rank does, in the last lines of the terminal; where there is "
                                + "none, a line every ten seconds",
                        WatchMode.OPTION),
                flag("the same as a page on this host, whose address is printed", WatchMode.WEB_OPTION),
                value(
                        String.class,
                        "RANK|all[:PORT]",
                        "lets a rank, or all, wait for a debugger at their start; prints how to attach (default: port"
                                + " 5005; 'all' adds the rank to the port)",
                        "--debug"),
                flag("prints what is started, where ranks are, and how they end", "-v", "--verbose"));
    }

    private static List<OptionSpec> jmpirun() {
        return List.of(
                value(int.class, "PORT", "port on which the ranks find jmpirun (default: any that is free)", "--port"),
                flag(
                        "makes archives of the classes that jmpirun and its ranks load, from which they start in half "
                                + "the time;"
                                + " once for each JVM",
                        "--train"),
                option("-h", "--help")
                        .usageHelp(true)
                        .description("prints this text")
                        .build(),
                option("-V", "--version")
                        .versionHelp(true)
                        .description("prints the version")
                        .build());
    }
}

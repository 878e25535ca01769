package org.jmpi.run.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.hosts.MapPolicy;
import org.jmpi.run.lifecycle.WatchMode;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.program.ShippedProgram;
import org.jmpi.run.program.ShippedTool;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The options that jmpirun knows, a row for each, in groups, and its help. They are described by picocli's model:
 * annotations would be read by reflection at each start.
 */
public final class OptionTable {
    static final String TERMINALS = "use --output-dir DIR, and tail -f DIR/rank-0.out in a terminal of its own";

    /** The first word of a command line that asks for Java's shell. */
    public static final String SHELL = "jshell";

    public static final List<String> SYNOPSIS = List.of(
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

    public static final String DESCRIPTION = """
            Starts N ranks of an MPI program and waits for their end. The programs that come with JMPI are
            %s.

            Options that start with -X, -D, -ea, -agentlib, -javaagent, --add-opens and the like go to the JVM of \
            each rank;
            {rank} in them is its rank. Everything after the program goes to the program.
            """.formatted(ShippedProgram.names());

    public static final List<String> EXAMPLES = List.of(
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

    public static final String EXIT_CODES = """
            0 if every rank ended well, else that of the rank that failed first, 128 plus the signal if it was
            killed; 2 if nothing could be started, 110 after --timeout. Many options of Open MPI, MPICH and MPJ \
            Express work,
            too: docs/launching.md lists them.
            """;

    private final OptionRows rows = OptionRows.ofHelp();

    public OptionTable() {
        take(rows, new Options(), new AppOptions());
    }

    /** Returns what the parser of a command line has to know. */
    static CommandSpec command(String... args) {
        OptionRows rows = OptionRows.of(args);
        take(rows, new Options(), new AppOptions());
        CommandSpec command = CommandSpec.create().name("jmpirun");
        for (List<OptionSpec> options : rows.groups().values()) options.forEach(command::addOption);
        return command.addPositional(PositionalParamSpec.builder()
                .type(String[].class)
                .arity("0..*")
                .hidden(true)
                .build());
    }

    String help() {
        String line = System.lineSeparator();
        StringBuilder text = new StringBuilder("Usage: ").append(String.join(line + "       ", SYNOPSIS));
        text.append(line).append(line).append(DESCRIPTION.replace("\n", line));
        groups().forEach((heading, options) -> {
            CommandSpec group = CommandSpec.create();
            group.usageMessage().sortOptions(false).width(110);
            group.parser().separator(" ");
            options.forEach(group::addOption);
            text.append(line).append(heading).append(':').append(line);
            text.append(new Help(group, Help.defaultColorScheme(Help.Ansi.OFF)).optionList());
        });
        text.append(line).append("Examples:").append(line);
        EXAMPLES.forEach(example -> text.append("  ").append(example).append(line));
        return text.append(line)
                .append("Exit code: ")
                .append(EXIT_CODES.replace("\n", line))
                .toString();
    }

    /** Returns the options with what a shell may complete after each, and the first words of programs. */
    public CommandSpec completed() {
        CommandSpec command = CommandSpec.create().name("jmpirun");
        options().forEach(option -> command.addOption(completed(option)));
        List<String> words = new ArrayList<>(List.of(SHELL));
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
        Iterable<String> words = option.completionCandidates();
        if (words == null)
            words = Stream.of(option.paramLabel().split("\\|"))
                    .filter(word -> word.matches("[a-z]+"))
                    .toList();
        if (!words.iterator().hasNext()) return option;
        return OptionSpec.builder(option)
                .paramLabel(option.names()[0].replaceAll("\\W", ""))
                .completionCandidates(words)
                .build();
    }

    /** Returns the options of the help, by their headings. */
    public Map<String, List<OptionSpec>> groups() {
        return rows.groups();
    }

    /** Returns the options of the help. */
    public Stream<OptionSpec> options() {
        return groups().values().stream().flatMap(List::stream);
    }

    /** Returns the names in the help. */
    public List<String> names() {
        return options().flatMap(option -> Stream.of(option.names())).collect(Collectors.toList());
    }

    /** Describes all options, or takes their values into those of the job and of a program. */
    static void take(OptionRows rows, Options job, AppOptions app) {
        ranks(rows, job, app);
        hosts(rows, job);
        network(rows, job);
        program(rows, job, app);
        inputAndOutput(rows, job);
        mistakes(rows, job);
        jmpirun(rows, job);
        OpenMpi.take(rows, job);
        Mpich.take(rows, job, app);
        MpjExpress.take(rows, job);
    }

    private static void ranks(OptionRows rows, Options job, AppOptions app) {
        rows.group("Ranks");
        app.ranks =
                rows.number("-np -n --np N / --n -c :", "number of ranks (default: the number of slots, or of cores)");
        job.transport = rows.text(
                "--transport NAME",
                "how messages travel: 'threads' (all ranks in one JVM), 'shm' (shared memory), 'socket' (TCP), 'rmi'"
                        + " or 'rmi-kryo' (remote method invocation) or 'auto' (the best for each pair of ranks, the"
                        + " default)",
                "auto shm socket threads rmi rmi-kryo");
        job.threadsPerProcess = rows.number(
                "--threads-per-process T",
                "runs T ranks per JVM, as its threads; ranks of different JVMs use the transport");
        job.objectCodec = rows.text(
                "--object-codec NAME",
                "what turns objects into bytes: 'java' (Java serialisation, the default), 'kryo' (faster) or one of"
                        + " your own",
                "java kryo");
        job.binding = rows.text(
                "--bind-to core|none",
                "'core' gives each rank a core, in turn, by the command taskset; 'none' leaves them to the scheduler"
                        + " (default: 'core' where each core gets as many processes as any other, else 'none')");
        job.continues = rows.flag(
                "--continue / --enable-recovery --continuous -disable-auto-cleanup",
                "lets the other ranks go on when a rank fails: only the calls that need it fail");
        job.oversubscribeLimit = rows.text(
                "--oversubscribe-limit N|none",
                "lets N JVMs share a core, and eight times as many ranks that are threads (default: "
                        + HostLimits.JVMS_PER_CORE + "); 'none' starts the job whatever the limits of the host");
    }

    private static void hosts(OptionRows rows, Options job) {
        rows.group("Hosts");
        job.hostNames = rows.text(
                "-H --host HOST[:N],... / --hosts",
                "hosts of the ranks, each with N slots (default: 1); the sum is the default number of ranks");
        job.hostFile = rows.text(
                "--hostfile FILE / -f --machinefile --machinesfile --default-hostfile",
                "the same from a file: a line HOST slots=N max_slots=M or HOST:N for each host");
        job.perHost = rows.number("-N -ppn N / -perhost --npernode", "puts N ranks on each host");
        job.mapBy = rows.text(
                "--map-by slot|node|ppr:N:node",
                "'slot' fills the slots of one host after the other, 'node' deals the ranks round, 'ppr:N:node' is -N"
                        + " (default: 'slot')");
        if (rows.flag("--oversubscribe", "starts more ranks than slots without a note"))
            job.oversubscription = MapPolicy.Oversubscription.ALLOWED;
        if (rows.flag("--nooversubscribe", null)) job.oversubscription = MapPolicy.Oversubscription.REFUSED;
        job.onlyOthers = rows.flag("--nolocal --no-local -skip-launch-node", null);
        job.reportMap = rows.flag(
                "--report-map / --display-map --display-allocation --print-rank-map",
                "prints which ranks run where, and what");
        job.launcher = rows.text(
                "--launcher local|ssh|srun / -bootstrap",
                "what starts processes on other hosts (default: srun in an allocation of Slurm, else ssh)");
        job.rshAgent = rows.text(
                "--rsh-agent CMD / -launcher-exec -bootstrap-exec",
                "the remote shell, with its options (default: ssh)");
        job.preload = rows.flag("--preload", "copies the class path to the other hosts");
        job.java = rows.text(
                "--java CMD",
                "the java of all hosts: a path, or 'java' for the first one in the PATH of each (default: the one that"
                        + " runs jmpirun)");
    }

    private static void network(OptionRows rows, Options job) {
        rows.group("The network");
        job.iface = rows.text(
                "--iface NAME|CIDR,...",
                "interfaces by which ranks reach those of other hosts (default: all that may lead there)");
        job.ports = rows.text("--ports LO-HI", "ports on which ranks listen (default: any that is free)");
        if (rows.flag("--nat", "lets addresses differ at both ends of a connection, as they do behind NAT"))
            job.network.put("JMPI_NAT", "1");
        if (rows.flag("--tls", "encrypts what travels between hosts (TLS 1.3)")) job.network.put("JMPI_TLS", "on");
    }

    private static void program(OptionRows rows, Options job, AppOptions app) {
        rows.group("The program");
        app.classPath =
                rows.text("-cp -classpath --class-path PATH :", "class path of the program; JMPI's own jars are added");
        app.jar = rows.last("-jar JAR :", "jar of the program; ends the options", app.words);
        app.module = rows.last(
                "-m --module MODULE[/CLASS] :",
                "module of the program, which --module-path leads to; ends the options",
                app.words);
        app.variables.addAll(rows.list(
                "-x VAR[=VALUE] :",
                "sets an environment variable for the ranks, or checks that it is set; {rank} in the value is the"
                        + " rank; may be repeated"));
        app.directory = rows.text("-wdir --wdir DIR / --wd :", "folder in which the ranks start");
        job.appFile = rows.text(
                "--app FILE / --configfile", "several programs, one per line: -np N [options] PROGRAM [arguments]");
        job.serialAllow = rows.list(
                "--serial-allow PATTERN",
                "classes that objects may have besides the usual ones, such as 'com.acme.**'; may be repeated");
        job.mpjArgs = rows.flag(
                "--mpj-args", "puts rank, configuration file and device before the arguments, as MPJ Express does");
        for (String name : JvmOptions.WITH_VALUE)
            for (String value : rows.list(name + " :", null)) Collections.addAll(app.jvmOptions, name, value);
    }

    private static void inputAndOutput(OptionRows rows, Options job) {
        rows.group("Input and output");
        job.tag = rows.flag("--tag-output / -l --prepend-rank", "prefixes each line of output with [rank]");
        job.outputFolder = rows.text(
                "--output-dir DIR / --output-filename",
                "writes each rank's output to DIR/rank-N.out and DIR/rank-N.err instead");
        job.input = rows.text("--stdin RANK|all|none / -s", "who reads standard input (default: rank 0)");
        rows.refused(TERMINALS, "--tmux");
    }

    private static void mistakes(OptionRows rows, Options job) {
        rows.group("Finding mistakes");
        job.check = rows.flag(
                "--check", "looks for mistakes in the program: collective calls that differ, buffers that overlap ...");
        job.record = rows.text(
                "--record DIR",
                "records each process by JDK Flight Recorder in DIR/rank-N.jfr: messages, waits, collective"
                        + " operations, pauses of the JVM");
        job.report = rows.text(
                "--report DIR",
                "the same, and makes the page DIR/report.html: where the time went; without a program: of the"
                        + " recordings that are there");
        job.timeoutSeconds = rows.decimal(
                "--timeout SECONDS",
                "after this time prints every rank's Java stacks and queues, ends all ranks, exits 110");
        if (rows.flag(
                WatchMode.OPTION,
                "shows every second what each rank does, in the last lines of the terminal; where there is none, a"
                        + " line every ten seconds")) job.watch = WatchMode.TERMINAL;
        if (rows.flag(WatchMode.WEB_OPTION, "the same as a page on this host, whose address is printed"))
            job.watch = WatchMode.WEB;
        job.debugged = rows.text(
                "--debug RANK|all[:PORT]",
                "lets a rank, or all, wait for a debugger at their start; prints how to attach (default: port 5005;"
                        + " 'all' adds the rank to the port)");
        job.verbose = rows.flag(
                "-v --verbose / --report-bindings",
                "prints what is started, where ranks are, which layers they have, and how they end");
        rows.refused(
                "-XX:StartFlightRecording=settings=profile,filename=rank-{rank}.jfr profiles each rank", "--profile");
    }

    private static void jmpirun(OptionRows rows, Options job) {
        rows.group("jmpirun itself");
        job.port = rows.number("--port PORT", "port on which the ranks find jmpirun (default: any that is free)");
        job.train = rows.flag(
                "--train",
                "makes archives of the classes that jmpirun and its ranks load, from which they start in half the"
                        + " time; once for each JVM");
        rows.print(true, "-h --help / -? --usage", "prints this text");
        rows.print(false, "-V --version", "prints the version");
    }
}

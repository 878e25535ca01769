package org.jmpi.run.planner;

import java.io.File;
import java.io.ObjectInputFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecs;
import org.jmpi.comm.session.MpjArguments;
import org.jmpi.run.cli.AppOptions;
import org.jmpi.run.cli.Options;
import org.jmpi.run.hosts.ProcessMap;
import org.jmpi.run.jvm.ClassArchive;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.jvm.SharedTargets;
import org.jmpi.run.jvm.WrappedJava;
import org.jmpi.run.local.RecordingFolder;
import org.jmpi.run.output.InputRanks;
import org.jmpi.run.plan.App;
import org.jmpi.run.plan.DebugServer;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.DividedOptions;
import org.jmpi.run.program.EntryPoint;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.JavaRelease;
import org.jmpi.run.program.ModulePath;
import org.jmpi.run.program.Nesting;
import org.jmpi.run.program.Program;
import org.jmpi.run.program.RankPlaceholder;
import org.jmpi.run.program.SharedJvmArguments;
import org.jmpi.run.program.ThreadProgram;
import org.jmpi.run.program.TransportCapabilities;
import org.jmpi.run.source.SourceProgram;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.threads.RankModules;
import org.jmpi.run.threads.SharedJvm;

/** Plans what the ranks of a job run. */
final class AppPlanner {
    /** The variable of the setting jmpi.continue. */
    private static final String CONTINUE = "JMPI_CONTINUE";

    /** The variable of the setting jmpi.check. */
    private static final String CHECK = "JMPI_CHECK";

    /** The variable of the setting jmpi.jmx, by which ranks count what they exchange. */
    private static final String COUNTERS = "JMPI_JMX";

    /** The variable of the setting jmpi.jfr. */
    private static final String JFR = "JMPI_JFR";

    /** A recording that the user starts. */
    private static final String RECORDING = "-XX:StartFlightRecording";

    /** The modules that a program which is a module need not have itself. */
    private static final List<String> RECORDER = List.of("--add-modules=jdk.jfr,jdk.management");

    /** The variable of the setting jmpi.object.filter. */
    private static final String OBJECT_FILTER = "JMPI_OBJECT_FILTER";

    /** The variable of the setting jmpi.object.codec. */
    private static final String OBJECT_CODEC = "JMPI_OBJECT_CODEC";

    private final Options options;
    private final Installation installation;
    private final TransportCapabilities capabilities;
    private final ProcessMap map;
    private final boolean ranksAreThreads;
    private final InputRanks input;
    private final Path folder;
    private final Nesting nesting;
    private final List<String> warnings = new ArrayList<>();
    private boolean compiles;

    /** @param folder where the ranks' output goes; null if it goes to standard output */
    AppPlanner(
            Options options,
            Installation installation,
            TransportCapabilities capabilities,
            ProcessMap map,
            boolean ranksAreThreads,
            InputRanks input,
            Path folder) {
        this.options = options;
        this.installation = installation;
        this.capabilities = capabilities;
        this.map = map;
        this.ranksAreThreads = ranksAreThreads;
        this.input = input;
        this.folder = folder;
        nesting = Nesting.of(System.getenv());
    }

    /** Returns the lines about what may go wrong. */
    List<String> warnings() {
        return warnings;
    }

    /** Returns whether there are classes that no other host can have. */
    boolean compiles() {
        return compiles;
    }

    /** A program, found and checked, and what its processes need. */
    private record Prepared(
            Program program,
            String key,
            JvmDefaults defaults,
            Map<String, String> variables,
            List<String> perRank,
            Path directory,
            int ranks,
            List<String> inherited) {}

    /** @throws BadInputException if the program cannot be started as asked */
    App plan(AppOptions own, int ranks) {
        Prepared prepared = prepare(own, ranks);
        return app(
                prepared.program.name(),
                List.of(prepared),
                ranks,
                ranksAreThreads ? sharedJvmCommand(List.of(prepared)) : prepared.program.command(installation));
    }

    /**
     * Plans programs that share one JVM.
     *
     * @throws BadInputException if one of them cannot be started as asked, or they do not fit into one JVM
     */
    App planTogether(List<AppOptions> apps, List<Integer> ranks) {
        List<Prepared> all = new ArrayList<>();
        for (int app = 0; app < apps.size(); app++) all.add(prepare(apps.get(app), ranks.get(app)));
        Prepared first = all.get(0);
        for (Prepared other : all) {
            java(other.program);
            if (!other.variables.equals(first.variables)) throw notTogether("-x", other);
            if (!other.directory.equals(first.directory)) throw notTogether("-wdir", other);
        }
        String name = all.stream().map(one -> one.program.name()).distinct().collect(Collectors.joining(" : "));
        return app(name, all, map.ranks(), sharedJvmCommand(all));
    }

    private static BadInputException notTogether(String option, Prepared app) {
        return new BadInputException(option + " for " + app.program.name() + " alone: with --transport "
                + Installation.THREADS + " the programs share one JVM: give all of them the same, or use processes");
    }

    private App app(String name, List<Prepared> programs, int ranks, List<String> command) {
        Prepared first = programs.get(0);
        List<Path> files = new ArrayList<>();
        for (Prepared each : programs)
            if (each.program instanceof Program.Java java)
                files.addAll(java.classPath().entries());
        files.addAll(ranksAreThreads ? List.of(installation.comm(), installation.run()) : installation.ranks());
        ClassPath classPath = ClassPath.of(files);
        Map<String, String> variables = new HashMap<>(first.variables);
        variables.putAll(nesting.variables(programs.stream().map(Prepared::key).toList()));
        return new App(
                name,
                ranks,
                command,
                first.perRank,
                first.defaults,
                variables,
                first.directory,
                classPath,
                first.inherited);
    }

    private Prepared prepare(AppOptions own, int ranks) {
        Path directory = directory(own.directory);
        Map<String, String> variables = variables(own.variables);
        Program found = ProgramSearch.find(own, installation);
        JavaRelease release = found instanceof Program.Java java ? release(java, variables) : null;
        if (found instanceof Program.Java java) ProgramSearch.check(java, release, installation);
        nesting.check(found);
        Program program = compiled(found, release);
        List<String> inherited = program instanceof Program.Java java ? inherited(java) : List.of();
        JvmDefaults defaults = null;
        if (program instanceof Program.Java java) {
            defaults = new JvmDefaults(java.jvmOptions(), variables);
            Program.Java chosen = choose(java);
            program = chosen.withDefaults(archive(chosen, defaults));
            if (java.jvmOptions().stream().anyMatch(option -> option.startsWith(RECORDING)))
                variables.putIfAbsent(JFR, "1");
            if (options.record != null && !ranksAreThreads && java.main().kind() == EntryPoint.Kind.MODULE)
                program = ((Program.Java) program).withDefaults(RECORDER);
        }
        if (options.continues) variables.put(CONTINUE, "1");
        if (options.check) variables.put(CHECK, "1");
        if (options.watch != null) variables.put(COUNTERS, "true");
        if (options.record != null)
            variables.put(
                    RecordingFolder.VARIABLE,
                    Path.of(options.record).toAbsolutePath().normalize().toString());
        if (options.debug != null) DebugServer.addSettings(variables);
        variables.putAll(options.network);
        setCodec(program, variables);
        if (capabilities.provider() != null) variables.put(LaunchEnvironment.PROVIDER, capabilities.provider());
        if (program instanceof Program.Command) {
            variables.put("CLASSPATH", classPath(variables));
            WrappedJava.of(installation).addTo(variables);
        }
        if (!options.serialAllow.isEmpty()) variables.put(OBJECT_FILTER, objectFilter(own, variables));
        List<String> perRank =
                perRank(program, variables, new SharedTargets(map.processes().size(), directory));
        if (options.mpjArgs) program = withMpjArguments(program, own, variables, perRank);
        return new Prepared(program, Nesting.key(found), defaults, variables, perRank, directory, ranks, inherited);
    }

    /** Returns jmpirun's words for a program that has the class path and the options of another one. */
    private static List<String> inherited(Program.Java java) {
        List<String> words = new ArrayList<>(java.jvmOptions());
        if (java.main().kind() != EntryPoint.Kind.MODULE)
            words.addAll(List.of("-cp", java.classPath().toString()));
        return words;
    }

    private Program compiled(Program program, JavaRelease release) {
        if (!SourceProgram.is(program)) return program;
        compiles = true;
        return SourceProgram.compile((Program.Java) program, release, installation);
    }

    /** Returns a program for the executable that the user has chosen for all programs which name none of their own. */
    private Program.Java choose(Program.Java java) {
        String chosen = options.launching.java();
        return chosen == null || !java.isHere() ? java : java.with(chosen);
    }

    /** Returns the Java that runs a program; an unknown one if each of several hosts has its own. */
    private JavaRelease release(Program.Java program, Map<String, String> variables) {
        Program.Java chosen = choose(program);
        if (!chosen.isHere() && elsewhere()) return JavaRelease.unknown(chosen.java());
        String given = new JvmDefaults(program.jvmOptions(), variables).users();
        return JavaRelease.of(
                chosen.isHere() ? Program.Java.HERE : chosen.java(), given.contains(JavaRelease.ENABLE_PREVIEW));
    }

    private boolean elsewhere() {
        return map.processes().stream()
                .anyMatch(process -> !options.hosts.get(process.host()).here());
    }

    /** Processes that host ranks load the same classes, whatever is between them. */
    private List<String> archive(Program.Java java, JvmDefaults defaults) {
        if (!java.isHere() || !defaults.takesArchive()) return List.of();
        String transport = ranksAreThreads ? Installation.THREADS : capabilities.name();
        return ClassArchive.options(System.getProperty(ClassArchive.FOLDER), transport);
    }

    private void setCodec(Program program, Map<String, String> variables) {
        if (options.objectCodec != null) variables.put(OBJECT_CODEC, options.objectCodec);
        else if (System.getenv(OBJECT_CODEC) == null) variables.putIfAbsent(OBJECT_CODEC, capabilities.objectCodec());
        String name = variables.getOrDefault(OBJECT_CODEC, System.getenv(OBJECT_CODEC));
        if (name == null || name.equals(JavaObjectCodec.NAME)) return;
        ClassPath own = program instanceof Program.Java java ? java.classPath() : ClassPath.ofEnvironment();
        Set<String> names = installation.objectCodecs(own);
        if (!names.contains(name)) throw new BadInputException(ObjectCodecs.missing("", name, names));
    }

    /**
     * Returns the options of the JVM that differ from process to process, once none names what processes cannot share.
     */
    private List<String> perRank(Program program, Map<String, String> variables, SharedTargets targets) {
        List<String> own = program instanceof Program.Java java ? java.jvmOptions() : List.of();
        List<String> all = new ArrayList<>(own);
        for (String name : JvmDefaults.VARIABLES) {
            String value = variables.getOrDefault(name, System.getenv(name));
            if (value == null) continue;
            Collections.addAll(all, value.split("\\s+"));
            if (RankPlaceholder.isIn(value)) variables.putIfAbsent(name, value);
        }
        warnings.addAll(targets.check(all));
        return own.stream().filter(RankPlaceholder::isIn).collect(Collectors.toList());
    }

    /** Ranks that are threads get their arguments from the process that hosts them. */
    private Program withMpjArguments(
            Program program, AppOptions own, Map<String, String> variables, List<String> perRank) {
        if (!(program instanceof Program.Java java))
            throw new BadInputException("--mpj-args: " + own.words.get(0) + " is not a Java program");
        variables.put(MpjArguments.DEVICE, ranksAreThreads ? MpjArguments.MULTICORE : "niodev");
        if (ranksAreThreads) return program;
        perRank.add(RankPlaceholder.RANK);
        return java.withArguments(MpjArguments.with(
                variables.get(MpjArguments.DEVICE), RankPlaceholder.RANK, map.ranks(), java.arguments()));
    }

    /** Returns the setting of the classes that objects may have, with those of the environment in front. */
    private String objectFilter(AppOptions own, Map<String, String> variables) {
        if (own.jvmOptions.stream().anyMatch(word -> word.startsWith("-Djmpi.object.filter=")))
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

    private static Path directory(String name) {
        Path directory = Path.of(name == null ? "." : name).toAbsolutePath().normalize();
        if (Files.isDirectory(directory)) return directory;
        throw new BadInputException("-wdir " + name + ": no such folder");
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

    private String classPath(Map<String, String> variables) {
        String given = variables.getOrDefault("CLASSPATH", System.getenv("CLASSPATH"));
        String own = installation.ranks().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return (given == null || given.isEmpty() ? "." : given) + File.pathSeparator + own;
    }

    /** Returns the words that start a JVM of ranks, with the options of the first program and what the others add. */
    private List<String> sharedJvmCommand(List<Prepared> all) {
        List<Path> jars = installation.ranks().stream()
                .filter(jar -> !jar.equals(installation.comm()))
                .collect(Collectors.toList());
        List<ThreadProgram> programs = new ArrayList<>();
        List<String> ofJvm = new ArrayList<>();
        for (Prepared one : all) {
            Program.Java java = java(one.program);
            DividedOptions divided = divide(java, jars);
            if (programs.isEmpty()) ofJvm.addAll(divided.ofJvm());
            else addRights(divided.ofJvm(), ofJvm, one);
            programs.add(
                    new ThreadProgram(one.ranks, java.classPath(), java.main(), divided.ofLayers(), java.arguments()));
        }
        String output = folder == null ? "" : folder.toString();
        SharedJvmArguments plan = new SharedJvmArguments(ClassPath.of(jars), input, options.tag, output, programs);
        return java(all.get(0).program).sharedJvmCommand(ofJvm, installation, plan, SharedJvm.class);
    }

    private Program.Java java(Program program) {
        if (program instanceof Program.Java java) return java;
        throw new BadInputException(
                option() + " runs Java programs only, not " + String.join(" ", ((Program.Command) program).words()));
    }

    /** Adds what the manifest of a further program's jar asks for; all other options are those of the first program. */
    private static void addRights(List<String> options, List<String> ofJvm, Prepared app) {
        for (String option : options) {
            if (ofJvm.contains(option)) continue;
            if (!option.matches("--(add-opens|add-exports|enable-native-access)=.*")) throw notTogether(option, app);
            ofJvm.add(option);
        }
    }

    /** Returns what makes ranks threads. */
    private String option() {
        Integer threads = options.threadsPerProcess;
        return threads == null ? "--transport " + Installation.THREADS : "--threads-per-process " + threads;
    }

    /** Divides the options of a JVM of several ranks from those that it keeps for their compiler, or their layers. */
    private static DividedOptions divide(Program.Java java, List<Path> jmpi) {
        List<String> all = java.jvmOptions();
        switch (java.main().kind()) {
            case MODULE:
                ModulePath path = ModulePath.of(all);
                DividedOptions divided = RankModules.divide(all, path, jmpi);
                List<String> ofLayers = new ArrayList<>(List.of(path.toString()));
                ofLayers.addAll(divided.ofLayers());
                return new DividedOptions(divided.ofJvm(), ofLayers);
            case SOURCE:
                throw new BadInputException(java.name() + ": " + java.java() + " compiles it as a single process alone:"
                        + " use the java of jmpirun, or compile it first");
            default:
                return new DividedOptions(all, List.of());
        }
    }
}

package org.jmpi.run.program;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.run.system.CommandWords;

/** The words of jmpirun for processes that a rank spawns. */
public final class SpawnWords {
    private static final String CLASS_PATH = "-cp";

    private SpawnWords() {}

    /**
     * Returns the words.
     *
     * @param inherited those for the class path and the options of the JVM, unless the order names others
     * @param named whether the variables of the order are in the environment of jmpirun: then they are only named
     */
    public static List<String> of(SpawnOrder order, List<String> inherited, boolean named) {
        List<String> words = new ArrayList<>();
        add(words, "-H", order, "host");
        add(words, "--hostfile", order, "hostfile");
        for (int i = 0; i < order.programs().size(); i++) {
            if (i > 0) words.add(":");
            SpawnOrder.Program program = order.programs().get(i);
            words.addAll(List.of("-np", Integer.toString(program.processes())));
            addVariable(words, DynamicProcesses.PARENT, order.parent(), named);
            addVariable(words, DynamicProcesses.PARENT_KEY, order.key(), named);
            addProgram(words, program, inherited);
        }
        return words;
    }

    /** Adds an option of the whole job by the hint of the first program that has it. */
    private static void add(List<String> words, String option, SpawnOrder order, String key) {
        order.programs().stream()
                .map(program -> program.info().get(key))
                .filter(value -> value != null)
                .findFirst()
                .ifPresent(value -> words.addAll(List.of(option, value)));
    }

    private static void addVariable(List<String> words, String name, String value, boolean named) {
        words.addAll(List.of("-x", named ? name : name + "=" + value));
    }

    private static void addProgram(List<String> words, SpawnOrder.Program program, List<String> inherited) {
        Map<String, String> info = program.info();
        String handler = info.get("mpi_initial_errhandler");
        if (handler != null) addVariable(words, LaunchEnvironment.ERROR_HANDLER, handler, false);
        if (info.containsKey("wdir")) words.addAll(List.of("-wdir", info.get("wdir")));
        int at = inherited.indexOf(CLASS_PATH);
        String classPath = at < 0 ? null : inherited.get(at + 1);
        List<String> options = new ArrayList<>(inherited);
        if (at >= 0) options.subList(at, at + 2).clear();
        if (info.containsKey("jmpi_jvm_options"))
            options = CommandWords.of("info key jmpi_jvm_options", info.get("jmpi_jvm_options"));
        if (info.containsKey("jmpi_class_path")) classPath = info.get("jmpi_class_path");
        String command = program.command();
        for (String folder : info.getOrDefault("path", "").split(File.pathSeparator)) {
            if (folder.isEmpty()) continue;
            if (Files.isRegularFile(Path.of(folder, command)))
                command = Path.of(folder, command).toString();
            else if (classPath != null) classPath = folder + File.pathSeparator + classPath;
        }
        boolean isFile = Files.isRegularFile(Path.of(command));
        boolean isJava = !isFile || command.endsWith(".jar") || command.endsWith(".java");
        if (isJava) words.addAll(options);
        if (isJava && classPath != null && !command.endsWith(".jar")) words.addAll(List.of(CLASS_PATH, classPath));
        if (classPath == null && !isFile && command.indexOf('/') > 0) words.add("-m");
        words.add(command);
        words.addAll(program.arguments());
    }
}

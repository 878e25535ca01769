package org.jmpi.comm.dynamic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Info;

/**
 * The arguments of a spawn, which are checked at its root.
 *
 * @param commands the programs
 * @param arguments of each program; null, or null in it, for none
 * @param processes how many run each program
 * @param hints for each program; null, or null in it, for none
 */
public record SpawnArguments(String[] commands, String[][] arguments, int[] processes, Info[] hints) {
    private static final int MOST = 1_000_000;
    private static final Set<String> ERROR_HANDLERS =
            Set.of("mpi_errors_abort", "mpi_errors_are_fatal", "mpi_errors_return");

    /** The hints that the launcher gets; it sees no others. */
    private static final List<String> KEYS = List.of(
            "host",
            "hostfile",
            "wdir",
            "path",
            "file",
            "mpi_initial_errhandler",
            "jmpi_class_path",
            "jmpi_jvm_options");

    /** @throws CommException of class ARG, COUNT or INFO_VALUE for what is not valid */
    List<SpawnOrder.Program> programs() {
        if (commands == null || commands.length == 0) throw argument("no command");
        check("argv", arguments == null ? commands.length : arguments.length);
        check("maxprocs", processes == null ? 0 : processes.length);
        check("info", hints == null ? commands.length : hints.length);
        List<SpawnOrder.Program> programs = new ArrayList<>();
        for (int i = 0; i < commands.length; i++) programs.add(program(i));
        return programs;
    }

    private void check(String name, int length) {
        if (length != commands.length)
            throw argument("arrays of different lengths: commands=" + commands.length + ", " + name + "=" + length);
    }

    private SpawnOrder.Program program(int index) {
        String command = commands[index];
        if (command == null || command.isBlank()) throw argument("command is null or empty: index=" + index);
        if (command.startsWith("-") || command.equals(":"))
            throw argument("command is an option of the launcher: " + command);
        int count = processes[index];
        if (count < 1 || count > MOST)
            throw argument("maxprocs out of range: maxprocs=" + count + ", from 1 to " + MOST);
        List<String> words = new ArrayList<>();
        if (arguments != null && arguments[index] != null) {
            for (String word : arguments[index]) {
                if (word == null) throw argument("argument is null: index=" + words.size());
                words.add(word);
            }
        }
        return new SpawnOrder.Program(command, words, count, info(index));
    }

    private Map<String, String> info(int index) {
        Map<String, String> info = new LinkedHashMap<>();
        if (hints == null || hints[index] == null) return info;
        for (String key : KEYS) {
            String value = hints[index].get(key);
            if (value != null) info.put(key, value);
        }
        String handler = info.get("mpi_initial_errhandler");
        if (handler != null && !ERROR_HANDLERS.contains(handler))
            throw new CommException(
                    ErrorClass.INFO_VALUE,
                    "mpi_initial_errhandler is none of " + String.join(", ", ERROR_HANDLERS) + ": " + handler);
        if (info.containsKey("file"))
            throw new CommException(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "info key file: a file of hints has no form that jmpirun knows: set the keys themselves");
        return info;
    }

    private static CommException argument(String what) {
        return new CommException(ErrorClass.ARG, what);
    }
}

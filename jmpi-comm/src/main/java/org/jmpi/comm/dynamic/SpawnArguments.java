package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
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
 * @param hints returns those for each program, at the root alone; null, or null in what it returns, for none
 */
public record SpawnArguments(String[] commands, String[][] arguments, int[] processes, Supplier<Info[]> hints) {
    private static final int MOST = 1_000_000;
    private static final Set<String> ERROR_HANDLERS =
            Set.of("mpi_errors_abort", "mpi_errors_are_fatal", "mpi_errors_return");

    /** The hint that names a file with others, in the form of {@link Properties}. */
    private static final String FILE = "file";

    /** The hints that count here: those for the launcher, and those that are heeded before. */
    private static final List<String> KEYS = List.of(
            "host",
            "hostfile",
            "arch",
            "wdir",
            "path",
            "soft",
            "mpi_initial_errhandler",
            "jmpi_class_path",
            "jmpi_jvm_options");

    /**
     * Returns the programs with as many processes of each as the hints allow.
     *
     * @throws CommException of class ARG, INFO, INFO_VALUE or SPAWN for what is not valid, or cannot be had
     */
    List<SpawnOrder.Program> programs() {
        if (commands == null || commands.length == 0) throw argument("no command");
        check("argv", arguments == null ? commands.length : arguments.length);
        check("maxprocs", processes == null ? 0 : processes.length);
        Info[] infos = hints == null ? null : hints.get();
        check("info", infos == null ? commands.length : infos.length);
        List<SpawnOrder.Program> programs = new ArrayList<>();
        for (int i = 0; i < commands.length; i++) programs.add(program(i, infos == null ? null : infos[i]));
        if (most() > MOST) throw argument("maxprocs out of range: all together " + most() + ", at most " + MOST);
        return programs;
    }

    /** Returns how many processes are asked for. */
    private long most() {
        return Arrays.stream(processes).asLongStream().sum();
    }

    /**
     * Returns for each process that was asked for whether it has been started: 1 or 0.
     *
     * @param programs as {@link #programs} returned them
     */
    byte[] started(List<SpawnOrder.Program> programs) {
        byte[] started = new byte[(int) most()];
        int from = 0;
        for (int i = 0; i < programs.size(); i++) {
            Arrays.fill(started, from, from + programs.get(i).processes(), (byte) 1);
            from += processes[i];
        }
        return started;
    }

    private void check(String name, int length) {
        if (length != commands.length)
            throw argument("arrays of different lengths: commands=" + commands.length + ", " + name + "=" + length);
    }

    private SpawnOrder.Program program(int index, Info given) {
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
        Map<String, String> info = hints(given);
        checkArchitecture(info.remove("arch"));
        String soft = info.remove("soft");
        return new SpawnOrder.Program(command, words, soft == null ? count : softCount(soft, count), info);
    }

    private static Map<String, String> hints(Info given) {
        Map<String, String> info = new LinkedHashMap<>();
        if (given == null) return info;
        String file = given.get(FILE);
        Properties more = file == null ? new Properties() : read(file);
        for (String key : KEYS) {
            String value = given.get(key);
            if (value == null) value = more.getProperty(key);
            if (value != null) info.put(key, value);
        }
        String handler = info.get("mpi_initial_errhandler");
        if (handler != null && !ERROR_HANDLERS.contains(handler))
            throw value("mpi_initial_errhandler", handler, "none of " + String.join(", ", ERROR_HANDLERS));
        return info;
    }

    private static Properties read(String file) {
        Properties hints = new Properties();
        try (Reader text = Files.newBufferedReader(Path.of(file))) {
            hints.load(text);
            return hints;
        } catch (IOException | IllegalArgumentException e) {
            String why = e instanceof InvalidPathException || e instanceof IOException ? "cannot be read" : "malformed";
            throw new CommException(ErrorClass.INFO_VALUE, "info key file: " + file + " is " + why + ": " + e, e);
        }
    }

    /** All hosts of a job have the architecture of this one, as far as anybody knows. */
    private static void checkArchitecture(String arch) {
        String here = System.getProperty("os.arch");
        if (arch != null && !arch.equals(here))
            throw new CommException(
                    ErrorClass.SPAWN, "no host of that architecture: arch=" + arch + ", this host has " + here);
    }

    /**
     * Returns the largest number up to another one that a set has (MPI-4.1 section 11.8.4).
     *
     * @param soft the set: {@code a}, {@code a:b} or {@code a:b:c} each, separated by commas; c is the step
     */
    private static int softCount(String soft, int most) {
        int best = 0;
        for (String each : soft.split(",", -1)) {
            String[] parts = each.strip().split(":", -1);
            if (parts.length > 3) throw value("soft", soft, "not numbers and ranges a:b:c");
            long from = number(soft, parts[0]);
            long to = parts.length > 1 ? number(soft, parts[1]) : from;
            long step = parts.length > 2 ? number(soft, parts[2]) : 1;
            if (step == 0) throw value("soft", soft, "a range with step 0");
            long over = Math.max(0, from - most);
            long largest = step > 0
                    ? from + Math.floorDiv(Math.min(to, most) - from, step) * step
                    : from - Math.floorDiv(over - step - 1, -step) * -step;
            boolean isInRange = step > 0 ? largest >= from : largest >= to;
            if (isInRange && largest <= most) best = (int) Math.max(best, largest);
        }
        if (best > 0) return best;
        throw new CommException(
                ErrorClass.SPAWN, "soft allows no number of processes: soft=" + soft + ", maxprocs=" + most);
    }

    private static long number(String soft, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw value("soft", soft, "not numbers and ranges a:b:c");
        }
    }

    private static CommException value(String key, String value, String why) {
        return new CommException(ErrorClass.INFO_VALUE, "info key " + key + " is " + why + ": " + value);
    }

    /** Returns how many processes of which programs are wanted, for reports: also of arguments that are not valid. */
    @Override
    public String toString() {
        long count = processes == null ? 0 : most();
        return count + " of " + (commands == null ? "no command" : String.join(", ", commands));
    }

    private static CommException argument(String what) {
        return new CommException(ErrorClass.ARG, what);
    }
}

package org.jmpi.ibm;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The command line of the suite.
 *
 * @param transports those to run with
 * @param filter the glob that names of programs match, or of a folder that they are in
 * @param ranks those of a program's numbers of ranks to run it with; empty if all
 * @param jobs the number of jobs that run at the same time
 * @param series the greatest number of programs that a job runs
 * @param repeat how many times everything is run
 * @param report the folder of the report
 * @param page the page in Markdown that gets the results, too
 */
record SuiteOptions(
        List<String> transports,
        String filter,
        Set<Integer> ranks,
        int jobs,
        int series,
        int repeat,
        Path report,
        Optional<Path> page) {
    static final int SERIES = 16;

    static final String USAGE = """
            usage: jmpirun suite [options]
            Runs the programs of the table with each transport and number of ranks, and reports on them.
              --transport T,..  transports to run with, or auto (default: all that are installed); with two ranks in
                                each JVM for instance: socket:2
              --filter GLOB     programs or folders to run: ccl, topo/cart, {ccl,topo}/*; without a slash in all folders
                                (default: *)
              --np N,..         numbers of ranks, of those in the table (default: all)
              --jobs N          jobs that run at the same time (default: half the number of cores), beside as many that
                                wait for their time to be over
              --apart           runs each program as a job of its own; else a job runs up to %d of them, one after
                                another
              --repeat N        times that everything is run (default: 1)
              --report DIR      folder for summary.txt, index.html and TEST-*.xml (default: suite-report)
              --page FILE       a page in Markdown into which the results are written, between its lines
                                "%s" and
                                "%s"
              --help            shows this page
            """.formatted(SERIES, MarkdownPage.BEGIN, MarkdownPage.END);

    private static final String APART = "--apart";
    private static final int MAX = 1_000_000;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    /** The command line cannot be used as it is; the message is meant for the user. */
    static final class Invalid extends Exception {
        private static final long serialVersionUID = 1;

        Invalid(String message) {
            super(message);
        }
    }

    /**
     * Reads a command line; of an option given twice the later value counts.
     *
     * @param installed the transports that there are
     */
    static SuiteOptions parse(List<String> installed, String... args) throws Invalid {
        Map<String, String> values = values(args);
        Set<Integer> ranks = new LinkedHashSet<>();
        if (values.containsKey("--np")) for (String word : words(values, "--np")) ranks.add(integer("--np", word));
        String filter = values.getOrDefault("--filter", "*");
        matcher(filter);
        int half = Math.max(1, CORES / 2);
        return new SuiteOptions(
                values.containsKey("--transport") ? transports(installed, words(values, "--transport")) : installed,
                filter,
                ranks,
                integer("--jobs", values.getOrDefault("--jobs", String.valueOf(half))),
                values.containsKey(APART) ? 1 : SERIES,
                integer("--repeat", values.getOrDefault("--repeat", "1")),
                folder(values.getOrDefault("--report", "suite-report")),
                values.containsKey("--page") ? Optional.of(page(values.get("--page"))) : Optional.empty());
    }

    private static Map<String, String> values(String... args) throws Invalid {
        Set<String> names = Set.of("--transport", "--filter", "--np", "--jobs", "--repeat", "--report", "--page");
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < args.length; i++) {
            String[] parts = args[i].split("=", 2);
            String name = parts[0].equals("-np") || parts[0].equals("-n") ? "--np" : parts[0];
            if (args[i].equals(APART)) {
                values.put(APART, "");
                continue;
            }
            if (!names.contains(name)) {
                String what = name.startsWith("-") ? "unknown option: " : "unexpected argument: ";
                throw new Invalid(what + args[i] + " (see jmpirun suite --help)");
            }
            if (parts.length == 1 && i + 1 == args.length) throw new Invalid(args[i] + " needs a value");
            values.put(name, parts.length == 2 ? parts[1] : args[++i]);
        }
        return values;
    }

    private static List<String> words(Map<String, String> values, String name) {
        return List.of(values.get(name).split(",", -1));
    }

    private static List<String> transports(List<String> installed, List<String> asked) throws Invalid {
        for (String name : asked)
            if (Way.of(installed, name).isEmpty())
                throw new Invalid(
                        "--transport " + name + ": no such transport; there are " + String.join(", ", installed));
        return List.copyOf(new LinkedHashSet<>(asked));
    }

    private static int integer(String name, String text) throws Invalid {
        int value = text.matches("\\d{1,7}") ? Integer.parseInt(text) : 0;
        if (value < 1 || value > MAX)
            throw new Invalid(name + " " + text + ": must be a whole number from 1 to " + MAX);
        return value;
    }

    private static PathMatcher matcher(String filter) throws Invalid {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + (filter.contains("/") ? "" : "{**/,}") + filter);
        } catch (PatternSyntaxException e) {
            throw new Invalid("--filter " + filter + ": " + e.getDescription());
        }
    }

    private static boolean matches(PathMatcher matcher, Program program) {
        return Stream.iterate(Path.of(program.name()), Objects::nonNull, Path::getParent)
                .anyMatch(matcher::matches);
    }

    private static Path page(String name) throws Invalid {
        try {
            Path page = Path.of(name);
            if (MarkdownPage.hasPlace(page)) return page;
        } catch (IOException | IllegalArgumentException e) {
            throw new Invalid("--page " + name + ": cannot read the page: " + e.getMessage());
        }
        throw new Invalid(
                "--page " + name + ": no lines \"" + MarkdownPage.BEGIN + "\" and \"" + MarkdownPage.END + "\"");
    }

    private static Path folder(String name) throws Invalid {
        try {
            return Files.createDirectories(Path.of(name));
        } catch (IOException | IllegalArgumentException e) {
            throw new Invalid("--report " + name + ": cannot make the folder: " + e.getMessage());
        }
    }

    private boolean isWanted(Program program, String transport, int number) {
        return (ranks.isEmpty() || ranks.contains(number))
                && (!program.needsProcesses() || Way.isOfProcesses(transport));
    }

    /**
     * Chooses trials, those with the same transport together. The limits of the table are for no more jobs than cores.
     *
     * @throws Invalid if an option leaves none
     */
    List<Trial> trials(List<Program> table) throws Invalid {
        PathMatcher matcher = matcher(filter);
        List<Program> programs =
                table.stream().filter(program -> matches(matcher, program)).toList();
        if (programs.isEmpty()) throw new Invalid("--filter " + filter + ": no such program; jmpirun ibm lists them");
        for (int number : ranks)
            if (programs.stream().noneMatch(program -> program.ranks().contains(number)))
                throw new Invalid("--np " + number + ": no program to run has this number of ranks in the table");
        List<Trial> trials = new ArrayList<>();
        int patience = (jobs + CORES - 1) / CORES;
        for (int round = 1; round <= repeat; round++)
            for (String transport : transports)
                for (Program program : programs)
                    for (int number : program.ranks())
                        if (isWanted(program, transport, number))
                            trials.add(new Trial(program, transport, number, round, patience));
        return trials;
    }
}

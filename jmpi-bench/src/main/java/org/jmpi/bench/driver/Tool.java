package org.jmpi.bench.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jmpi.bench.Options;
import org.jmpi.bench.jobs.Jmpirun;
import org.jmpi.bench.jobs.Machine;
import org.jmpi.bench.jobs.Processes;
import org.jmpi.bench.jobs.Scratch;

/** What the tools that measure have in common: they read a command line, run a {@link Study} and end with a code. */
final class Tool {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int INTERRUPTED = 130;

    /** Makes a study of a command line. */
    interface Reader {
        Study read(Options options) throws Options.Invalid;
    }

    private final String name;
    private final String command;
    private final Study study;
    private final Processes processes;

    /**
     * Takes a study.
     *
     * @param name of the tool, with which its messages begin
     * @param command the command line that asked for the study
     */
    Tool(String name, String command, Study study, Processes processes) {
        this.name = name;
        this.command = command;
        this.study = study;
        this.processes = processes;
    }

    /**
     * Runs in the JVM of a jmpirun, and ends that: with 0 if all was measured, 1 if something was not, 2 if nothing was
     * run.
     *
     * @param declared the options of the tool, under the name by which it is called
     * @param args the command line
     */
    static void main(Options declared, Reader reader, String... args) throws IOException, InterruptedException {
        int code = 0;
        try {
            if (declared.parse(args).wantsHelp()) System.out.print(declared.usage());
            else code = run(declared.program(), line(args), reader.read(declared));
        } catch (Options.Invalid e) {
            System.err.println(declared.program() + ": " + e.getMessage());
            code = USAGE;
        } catch (CancellationException e) {
            code = INTERRUPTED;
        }
        System.exit(code);
    }

    /** Returns words as they are typed. */
    private static String line(String... args) {
        List<String> words = new ArrayList<>();
        for (String word : args) words.add(word.contains(" ") ? "'" + word + "'" : word);
        return String.join(" ", words);
    }

    private static int run(String name, String arguments, Study study) throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch();
                Processes processes = new Processes()) {
            Thread end = new Thread(() -> end(processes, scratch), "end of the tool");
            Runtime.getRuntime().addShutdownHook(end);
            Installed installed = new Installed(Jmpirun.ofThisJvm(), processes, scratch.folder());
            String command = ("./" + name + " " + arguments).strip();
            return new Tool(name, command, study, processes).run(installed);
        }
    }

    private static void end(Processes processes, Scratch scratch) {
        processes.close();
        scratch.close();
    }

    /**
     * Runs everything and returns the exit code. The report is written after each part: an interrupted run leaves what
     * it has. If there is no part, it is written once.
     */
    int run(Installed installed) throws IOException, InterruptedException {
        Map<String, String> notes = Machine.notes();
        notes.put("load before", load());
        notes.putAll(study.notes());
        List<Library> libraries = study.libraries(installed);
        List<Part> parts = study.parts(libraries);
        Progress progress = new Progress(
                parts.stream().mapToInt(part -> part.trials().size()).sum(), System.out);
        List<Run> runs = new ArrayList<>();
        if (parts.isEmpty()) study.report(new Results(List.of(), command, notes, runs));
        for (Part part : parts) {
            runs.addAll(new Runner(processes, part.limit(), progress::tell).run(part.trials()));
            notes.put("core to core", States.of(runs).describe());
            study.report(new Results(libraries, command, notes, List.copyOf(runs)));
        }
        long failures = runs.stream().filter(Run::failed).count();
        System.out.printf("%d of %d runs measured; report: %s%n", runs.size() - failures, runs.size(), study.page());
        return failures == 0 ? 0 : FAILED;
    }

    /** Returns the load of the machine, and warns if there is any. */
    private String load() {
        double load = Machine.load();
        if (load < 0) return "unknown";
        if (!Machine.isBusy(load)) return Markdown.number(load);
        System.err.println(Machine.busy(name, load));
        return Markdown.number(load) + ": **the machine was busy, so the figures below are noise**";
    }
}

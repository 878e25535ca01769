package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jmpi.bench.Options;
import org.jmpi.jobs.Jmpirun;
import org.jmpi.jobs.Machine;
import org.jmpi.jobs.Processes;
import org.jmpi.jobs.Transports;

/**
 * Compares the transports that are installed, and other MPI libraries, on this machine.
 *
 * <pre>jmpirun bench --peers</pre>
 */
public final class Bench {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int INTERRUPTED = 130;
    private static final double BUSY = 1;
    private static final String NAME = "jmpirun bench";

    private final BenchOptions options;
    private final String command;
    private final List<String> jmpirun;
    private final Processes processes;

    Bench(BenchOptions options, String command, List<String> jmpirun, Processes processes) {
        this.options = options;
        this.command = command;
        this.jmpirun = jmpirun;
        this.processes = processes;
    }

    /**
     * Runs in the JVM of a jmpirun, and ends that: with 0 if all was measured, 1 if something was not, 2 if nothing was run.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception if jmpirun cannot be started, or the results cannot be written
     */
    public static void main(String[] args) throws Exception {
        List<String> installed = Transports.installed();
        Options declared = BenchOptions.declared(installed);
        int code = 0;
        try {
            if (declared.parse(args).wantsHelp()) System.out.print(declared.usage());
            else code = run(BenchOptions.of(declared, installed), ("./" + NAME + " " + String.join(" ", args)).strip());
        } catch (Options.Invalid e) {
            System.err.println(NAME + ": " + e.getMessage());
            code = USAGE;
        } catch (CancellationException e) {
            code = INTERRUPTED;
        }
        System.exit(code);
    }

    private static int run(BenchOptions options, String command) throws IOException, InterruptedException {
        try (Scratch scratch = new Scratch();
                Processes processes = new Processes()) {
            Thread end = new Thread(() -> end(processes, scratch), "end of bench");
            Runtime.getRuntime().addShutdownHook(end);
            return new Bench(options, command, Jmpirun.ofThisJvm(), processes).run(scratch.folder());
        }
    }

    private static void end(Processes processes, Scratch scratch) {
        processes.close();
        scratch.close();
    }

    /**
     * Runs everything and writes the report.
     *
     * @param scratch an empty folder
     * @return the exit code
     */
    int run(Path scratch) throws IOException, InterruptedException {
        Map<String, String> notes = Machine.notes();
        notes.put("load before", load());
        List<Library> libraries = libraries(scratch);
        List<Trial> trials = Runner.plan(options.experiments(), libraries, options.repetitions());
        Runner runner = new Runner(processes, options.limit(), new Progress(trials.size(), System.out)::tell);
        List<Run> runs = runner.run(trials);
        notes.put("repetitions", options.repetitions() + ", by turns" + (options.quick() ? ", quick" : ""));
        notes.put("core to core", States.of(runs).describe());
        Results results = new Results(libraries, command, notes, runs);
        Report.write(results, options.out());
        int failures = results.failures().size();
        System.out.printf(
                "%d of %d runs measured; report: %s%n",
                runs.size() - failures, runs.size(), options.out().resolve("README.md"));
        return failures == 0 ? 0 : FAILED;
    }

    /** Returns the load of the machine, and warns if there is any. */
    private static String load() {
        double load = Machine.load();
        if (load > BUSY)
            System.err.printf("%s: the machine is busy, load %.1f: what is measured will be noise%n", NAME, load);
        return load < 0 ? "unknown" : Page.number(load);
    }

    private List<Library> libraries(Path scratch) throws IOException, InterruptedException {
        List<Library> libraries = new ArrayList<>();
        for (String transport : options.transports()) libraries.add(new JmpiTransport(transport, jmpirun));
        if (options.peers()) libraries.addAll(peers(scratch));
        return libraries;
    }

    private List<Library> peers(Path scratch) throws InterruptedException {
        List<Library> peers = new ArrayList<>();
        for (NativePeer peer : NativePeer.values())
            peers.addAll(installed(peer.toString(), () -> peer.install(processes, scratch)));
        peers.addAll(installed(
                MpjExpress.NAME, () -> MpjExpress.find(scratch).stream().toList()));
        return peers;
    }

    /** Looks for a library and makes it ready. */
    private interface Installation {
        List<? extends Library> libraries() throws IOException, InterruptedException;
    }

    private static List<? extends Library> installed(String name, Installation installation)
            throws InterruptedException {
        try {
            List<? extends Library> libraries = installation.libraries();
            if (libraries.isEmpty()) System.out.println(name + ": not installed");
            return libraries;
        } catch (IOException e) {
            return List.of(new UnusableLibrary(name, e.getMessage()));
        }
    }
}

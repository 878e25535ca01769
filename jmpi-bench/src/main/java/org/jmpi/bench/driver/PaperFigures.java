package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.bench.Options;
import org.jmpi.bench.jobs.Transports;

/**
 * Repeats the experiments of three papers: "JMPI: Implementing the Message Passing Standard in Java" by Steven Morin,
 * Israel Koren and C. Mani Krishna, "A Performance Evaluation of RPC, Java RMI, MPI and PVM" by Kalim Qureshi and
 * Haroon Rashid, and "Communication Performance of Java based Parallel Virtual Machines" by Narendar Yalamanchilli and
 * William Cohen.
 *
 * <pre>
 * jmpirun figures --peers
 * jmpirun figures --hostfile hosts</pre>
 */
public final class PaperFigures implements Study {
    private final FigureOptions options;

    PaperFigures(FigureOptions options) {
        this.options = options;
    }

    /**
     * Runs in the JVM of a jmpirun, and ends that: with 0 if all was measured, 1 if something was not, 2 if nothing was
     * run.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception if jmpirun cannot be started, or the results cannot be written
     */
    public static void main(String[] args) throws Exception {
        List<String> installed = Transports.installed();
        Options declared = FigureOptions.declared(installed);
        Tool.main(declared, given -> study(given, installed), args);
    }

    private static Study study(Options given, List<String> installed) throws Options.Invalid {
        FigureOptions options = FigureOptions.of(given, installed);
        return given.has("paper") ? ThenAndNowStudy.of(given, options) : new PaperFigures(options);
    }

    @Override
    public List<Library> libraries(Installed installed) throws InterruptedException {
        List<String> words = new ArrayList<>(options.placement());
        words.addAll(options.jobOptions());
        List<Library> libraries = new ArrayList<>(installed.transports(options.transports(), words));
        List<Library> natives =
                options.peers() ? installed.natives(options.placement(), NativePeer.OPENMPI) : List.of();
        libraries.addAll(natives);
        if (options.setting() == Setting.HOSTS) return libraries;
        if (options.peers()) libraries.addAll(installed.openMpiJava(natives));
        if (options.peers()) libraries.addAll(installed.mpjExpress());
        if (options.peers()) libraries.addAll(installed.pvm());
        if (options.peers()) libraries.addAll(installed.oncRpc());
        libraries.addAll(installed.remoteCalls());
        libraries.addAll(installed.layers(options.layered(), words));
        return libraries;
    }

    @Override
    public List<Part> parts(List<Library> libraries) {
        return options.parts(libraries);
    }

    @Override
    public Map<String, String> notes() {
        return options.notes();
    }

    @Override
    public Path folder() {
        return options.report();
    }

    @Override
    public void report(Results results) throws IOException {
        PaperReport.write(results, options.setting(), options.matrix(), options.report());
    }
}

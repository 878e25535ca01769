package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.bench.Options;
import org.jmpi.bench.jobs.Transports;

/**
 * Compares the transports that are installed, and other MPI libraries, on this machine.
 *
 * <pre>jmpirun bench --peers</pre>
 */
public final class Bench implements Study {
    private final BenchOptions options;

    Bench(BenchOptions options) {
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
        Options declared = BenchOptions.declared(installed);
        Tool.main(declared, given -> new Bench(BenchOptions.of(given, installed)), args);
    }

    @Override
    public List<Library> libraries(Installed installed) throws InterruptedException {
        List<Library> libraries = new ArrayList<>(installed.transports(options.transports(), List.of()));
        if (!options.peers()) return libraries;
        List<Library> natives = installed.natives(List.of(), NativePeer.values());
        libraries.addAll(natives);
        libraries.addAll(installed.openMpiJava(natives));
        libraries.addAll(installed.mpjExpress());
        return libraries;
    }

    @Override
    public List<Part> parts(List<Library> libraries) {
        return List.of(new Part(options.experiments(), libraries, options.repetitions(), options.limit()));
    }

    @Override
    public Map<String, String> notes() {
        return Map.of("repetitions", options.repetitions() + ", interleaved" + (options.quick() ? ", quick" : ""));
    }

    @Override
    public Path folder() {
        return options.out();
    }

    @Override
    public void report(Results results) throws IOException {
        Report.write(results, options.out());
    }
}

package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.bench.jobs.Processes;

/**
 * Finds the libraries that are installed on this machine, and makes them ready.
 *
 * @param jmpirun the words that start jmpirun
 * @param scratch an empty folder for what has to be compiled
 */
record Installed(List<String> jmpirun, Processes processes, Path scratch) {
    /**
     * Returns JMPI with each of these transports.
     *
     * @param options for the jmpirun of each job
     */
    List<Library> transports(List<String> names, List<String> options) {
        List<String> words = Stream.concat(jmpirun.stream(), options.stream()).toList();
        return names.stream()
                .<Library>map(name -> new JmpiTransport(name, words))
                .toList();
    }

    /**
     * Returns remote objects and JPVM's tasks with each of these transports.
     *
     * @param options for the jmpirun of each job
     */
    List<Library> layers(List<String> names, List<String> options) {
        List<String> words = Stream.concat(jmpirun.stream(), options.stream()).toList();
        return Arrays.stream(JmpiLayer.Layer.values())
                .flatMap(layer -> names.stream().<Library>map(name -> new JmpiLayer(layer, name, words)))
                .toList();
    }

    /**
     * Returns those of these libraries for C that are installed, each in all the ways in which it is run.
     *
     * @param placement options of their launchers that say where ranks run
     */
    List<Library> natives(List<String> placement, NativePeer... peers) throws InterruptedException {
        List<Library> libraries = new ArrayList<>();
        for (NativePeer peer : peers)
            libraries.addAll(ready(peer.toString(), () -> peer.install(placement, processes, scratch)));
        return libraries;
    }

    /** Returns the Java binding of Open MPI, if this is among some libraries for C and has its binding. */
    List<Library> openMpiJava(List<Library> natives) throws InterruptedException {
        return ready(OpenMpiJava.NAME, () -> {
            for (Library library : natives)
                if (library instanceof NativeLibrary open && open.name().equals(NativePeer.OPENMPI.toString()))
                    return OpenMpiJava.install(open, processes, scratch);
            return List.of();
        });
    }

    /** Returns MPJ Express, if it is installed. */
    List<Library> mpjExpress() throws InterruptedException {
        return ready(MpjExpress.NAME, () -> MpjExpress.find(scratch).stream().toList());
    }

    /** Returns bare Java RMI and ONC RPC, if their programs lie beside this class. */
    List<Library> remoteCalls() throws InterruptedException {
        return ready("java-rmi, onc-rpc", RemoteCalls::find);
    }

    /** Returns PVM, if it is installed. */
    List<Library> pvm() throws InterruptedException {
        return ready(StandaloneProgram.PVM, () -> StandaloneProgram.pvm(processes, scratch));
    }

    /** Returns ONC RPC in C, if it is installed. */
    List<Library> oncRpc() throws InterruptedException {
        return ready(StandaloneProgram.ONC_RPC, () -> StandaloneProgram.oncRpc(processes, scratch));
    }

    /** Looks for a library and makes it ready. */
    private interface Search {
        List<Library> libraries() throws IOException, InterruptedException;
    }

    private static List<Library> ready(String name, Search search) throws InterruptedException {
        try {
            List<Library> libraries = search.libraries();
            if (libraries.isEmpty()) System.out.println(name + ": not installed");
            return libraries;
        } catch (IOException e) {
            return List.of(new UnusableLibrary(name, e.getMessage()));
        }
    }
}

package org.jmpi.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.bench.jobs.Processes;
import org.jmpi.bench.peers.CCompiler;
import org.jmpi.bench.peers.OncRpcProgram;
import org.jmpi.bench.peers.ProgramPath;

/**
 * A program in C that starts the other processes itself, and ends them: PVM's tasks and their daemon, or servers of ONC
 * RPC.
 *
 * @param options that follow the name of what is measured
 * @param variables of its environment
 */
record StandaloneProgram(String name, String version, Path file, List<String> options, Map<String, String> variables)
        implements Library {
    static final String PVM = "pvm";
    static final String ONC_RPC = "onc-rpc-c";

    private static final Path PVM_HEADER = Path.of("/usr/include/pvm3.h");
    private static final Pattern PVM_VERSION = Pattern.compile("define\\s+PVM_VER\\s+\"([^\"]+)\"");

    /**
     * Compiles the program for PVM, if that is installed.
     *
     * @param scratch a folder for what is compiled, and for the files of the daemon
     * @return PVM with messages by its daemon, and from task to task
     * @throws IOException if the program cannot be compiled; the message says why
     */
    static List<Library> pvm(Processes processes, Path scratch) throws IOException, InterruptedException {
        Optional<String> compiler = ProgramPath.find("cc");
        if (compiler.isEmpty() || ProgramPath.find("pvmd").isEmpty() || !Files.isReadable(PVM_HEADER)) return List.of();
        Path folder = Files.createDirectory(scratch.resolve(PVM));
        Path file = new CCompiler(processes, compiler.get(), folder).compile(PVM, List.of("-lpvm3"));
        Matcher version = PVM_VERSION.matcher(Files.readString(PVM_HEADER));
        String title = "PVM " + (version.find() ? version.group(1) : "of unknown version");
        // Its daemon refuses to run as root unless told otherwise.
        Map<String, String> variables = Map.of("TMPDIR", folder.toString(), "PVM_ALLOW_ROOT", "1");
        return List.of(
                new StandaloneProgram(PVM, title + ", messages by its daemon", file, List.of(), variables),
                new StandaloneProgram("pvm-direct", title + ", PvmRouteDirect", file, List.of("--direct"), variables));
    }

    /** Compiles the program for ONC RPC, if libtirpc is installed. */
    static List<Library> oncRpc(Processes processes, Path scratch) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(scratch.resolve(ONC_RPC));
        return OncRpcProgram.compile(processes, folder)
                .<Library>map(program -> new StandaloneProgram(
                        ONC_RPC, "ONC RPC in C, libtirpc " + program.version(), program.file(), List.of(), Map.of()))
                .stream()
                .toList();
    }

    @Override
    public boolean passesMessages() {
        return false;
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) {
        List<String> words =
                new ArrayList<>(List.of(file.toString(), experiment.program().toString()));
        words.addAll(options);
        words.addAll(List.of("--np", Integer.toString(experiment.ranks())));
        words.addAll(experiment.arguments());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(variables);
        return builder;
    }
}

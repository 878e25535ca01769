package org.jmpi.run;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How agents are started.
 *
 * @param launcher the name of the launcher
 * @param rshAgent the words that reach a host
 * @param words the words that start an agent there
 */
record AgentCommand(String launcher, List<String> rshAgent, List<String> words) {
    /**
     * A small JVM that starts fast. It takes and passes on all text as UTF-8, whatever the locale of the shell that
     * starts it: else it would lose characters of file names and arguments.
     */
    private static final List<String> OPTIONS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xms8m",
            "-Xshare:auto",
            "-Dfile.encoding=UTF-8",
            "-Dsun.jnu.encoding=UTF-8");

    /** Returns the command for agents of the Java and the jars that stand at the same paths as here. */
    static AgentCommand of(Launching launching, Installation installation) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(OPTIONS);
        words.addAll(List.of(
                "-cp",
                ClassPath.of(List.of(installation.comm(), installation.run())).toString()));
        words.add(Agent.class.getName());
        String launcher = launching.launcher() == null ? Launching.SSH : launching.launcher();
        return new AgentCommand(launcher, launching.rshAgent(), words);
    }

    void write(DataOutputStream out) throws IOException {
        Wire.writeText(out, launcher);
        Wire.writeTexts(out, rshAgent);
        Wire.writeTexts(out, words);
    }

    static AgentCommand read(DataInputStream in) throws IOException {
        return new AgentCommand(Wire.readText(in), Wire.readTexts(in), Wire.readTexts(in));
    }
}

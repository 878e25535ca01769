package org.jmpi.run.agent;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.launcher.Preload;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.Program;

/**
 * The command that starts agents.
 *
 * @param launcher the name of the launcher
 * @param rshAgent the words that reach a host
 * @param words the words that start an agent there
 * @param preload the beginning of the folder to which its jar is copied before; empty if it is there
 * @param job the name of the job
 */
public record AgentCommand(String launcher, List<String> rshAgent, List<String> words, String preload, String job) {
    /** A small JVM that starts fast. */
    private static final List<String> OPTIONS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            JvmDefaults.WITHOUT_PERFORMANCE_DATA,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xms8m",
            "-Xshare:auto",
            // From JDK 18 on reflection would make method handles: 0.1 s until the first messages are read.
            "-Djdk.reflect.useNativeAccessorOnly=true");

    /**
     * The variables of the locale: an agent has that of jmpirun, as it would lose characters of file names and
     * arguments in another one.
     */
    static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE", "LANG");

    /**
     * Returns the command for agents of the Java that the user names, or that stands at the same path as here.
     *
     * @param preload the beginning of the folder to which the jar of agents is copied; empty for the jars that stand at
     *     the same paths as here
     * @param job the name of the job
     */
    public static AgentCommand of(Launching launching, Installation installation, String preload, String job) {
        List<String> words = new ArrayList<>(locale());
        words.add(launching.java() == null ? Program.Java.HERE : launching.java());
        words.addAll(OPTIONS);
        words.add("-cp");
        words.add(preload.isEmpty() ? ClassPath.of(installation.agent()).toString() : Preload.PLACEHOLDER);
        words.add(Agent.class.getName());
        String launcher = launching.launcher() == null ? Launching.SSH : launching.launcher();
        return new AgentCommand(launcher, launching.rshAgent(), words, preload, job);
    }

    private static List<String> locale() {
        List<String> words = new ArrayList<>();
        for (String name : LOCALE) {
            String value = System.getenv(name);
            if (value != null && !value.isEmpty()) words.add(name + "=" + value);
        }
        if (!words.isEmpty()) words.add(0, "env");
        return words;
    }
}

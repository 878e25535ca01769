package org.jmpi.run.jvm;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.jmpi.run.program.Installation;

/**
 * Makes the JVMs that a command starts find JMPI, also those with a class path of their own: an agent appends JMPI's
 * jars. The launcher {@code java} reads its option in the variable JDK_JAVA_OPTIONS, which compilers and other tools of
 * the JDK ignore.
 *
 * @param option the option that loads the agent, in quotes if the launcher needs them
 */
public record WrappedJava(String option) {
    private static final String VARIABLE = "JDK_JAVA_OPTIONS";

    /** The variable that has, for a job inside this one, the part of {@link #VARIABLE} that is not the user's. */
    private static final String OWN = "JMPI_JAVA_OPTION";

    public static WrappedJava of(Installation installation) {
        String jars = installation.ranks().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return new WrappedJava(quoted("-javaagent:" + installation.comm() + "=" + jars));
    }

    private static String quoted(String option) {
        if (option.matches("[^\\s\"']*")) return option;
        char quote = option.indexOf('"') < 0 ? '"' : '\'';
        return quote + option + quote;
    }

    /**
     * Adds the option to the environment of a command. A value that the user has emptied stays empty.
     *
     * @param variables what the environment has besides jmpirun's own
     */
    public void addTo(Map<String, String> variables) {
        String users = variables.get(VARIABLE);
        if (users == null) users = withoutOwn(System.getenv());
        else if (users.isEmpty()) return;
        variables.put(VARIABLE, users == null ? option : users + " " + option);
        variables.put(OWN, option);
    }

    /** Adds an option for the JVMs that a command starts. */
    public static void add(String option, Map<String, String> variables) {
        variables.merge(VARIABLE, quoted(option), (given, more) -> given.isEmpty() ? more : given + " " + more);
    }

    /** Removes the option of an outer job: the launcher gives the JVMs of its ranks their class path itself. */
    public static void removeFrom(Map<String, String> environment) {
        if (!environment.containsKey(OWN)) return;
        String users = withoutOwn(environment);
        if (users == null) environment.remove(VARIABLE);
        else environment.put(VARIABLE, users);
        environment.remove(OWN);
    }

    private static String withoutOwn(Map<String, String> environment) {
        String value = environment.get(VARIABLE);
        String own = environment.get(OWN);
        if (value == null || own == null) return value;
        String users = value.replace(own, "").strip();
        return users.isEmpty() ? null : users;
    }

    /** Returns the line that each {@code java} prints about the variable, or null if the option is not in it. */
    public static String note(Map<String, String> variables) {
        return variables.containsKey(OWN) ? "NOTE: Picked up " + VARIABLE + ": " + variables.get(VARIABLE) : null;
    }
}

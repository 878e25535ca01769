package org.jmpi.run.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.run.jvm.JvmDefaults;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.RankPlaceholder;

/**
 * A program of some ranks of a job, of all of them if there is no other: an application context.
 *
 * @param name as shown to the user
 * @param ranks how many ranks run it
 * @param command the words that start a process, without what depends on its host and its rank
 * @param perRank the options of the JVM among them that differ from process to process
 * @param defaults how a host adds options of the JVM behind the first word; null if it is not a Java program
 * @param variables the environment of each process, without the variables that differ
 * @param directory where they start
 * @param classPath of the program, and of the process if that is another one
 * @param inherited jmpirun's words for the class path and the options of the JVM, for programs that a rank spawns
 */
public record App(
        String name,
        int ranks,
        List<String> command,
        List<String> perRank,
        JvmDefaults defaults,
        Map<String, String> variables,
        Path directory,
        ClassPath classPath,
        List<String> inherited) {

    /** Returns whether it is a Java program for certain. */
    public boolean java() {
        return defaults != null;
    }

    /**
     * Returns the words for a process; arguments of the program stay as they are: options of the JVM come before them.
     */
    List<String> command(int firstRank) {
        List<String> left = new ArrayList<>(perRank);
        List<String> words = new ArrayList<>(command);
        words.replaceAll(word -> left.remove(word) ? RankPlaceholder.fill(word, firstRank) : word);
        return words;
    }

    /** Returns the environment of a process, without the variables of its place in the job. */
    Map<String, String> variables(int firstRank) {
        Map<String, String> filled = new HashMap<>(variables);
        filled.replaceAll((name, value) -> RankPlaceholder.fill(value, firstRank));
        return filled;
    }

    /** Returns the files and folders of the class path that are here. */
    public List<Path> files() {
        return classPath.entries().stream().filter(Files::exists).toList();
    }
}

package org.jmpi.run.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jmpi.run.output.InputRanks;

/**
 * The instructions of jmpirun for a JVM of several ranks, as its command line.
 *
 * @param jmpi the jars of JMPI that a rank needs, without those which ranks share
 * @param outputFolder where the ranks' output goes; empty if it goes to standard output
 * @param tag whether lines on standard output are prefixed with the rank
 * @param programs what the ranks run, in their order; a single one is that of all
 */
public record SharedJvmArguments(
        ClassPath jmpi, InputRanks input, boolean tag, String outputFolder, List<ThreadProgram> programs) {

    /**
     * Returns the class path of the process: what it shares with its ranks, JMPI's jars of the ranks, and what the
     * programs have. The process itself uses the first part; the program finds in all of it what it finds in the class
     * path of any JVM.
     */
    ClassPath classPath(ClassPath shared) {
        List<Path> all = new ArrayList<>(shared.entries());
        all.addAll(jmpi.entries());
        programs.forEach(program -> all.addAll(program.classPath().entries()));
        return new ClassPath(all);
    }

    /**
     * Returns the words. They name class paths as parts of that of the process, since one argument has 128 kB at most.
     *
     * @param shared as {@link #classPath} takes it
     */
    List<String> toArguments(ClassPath shared) {
        int at = shared.entries().size();
        List<String> words =
                new ArrayList<>(List.of(jmpi.partFrom(at), input.toString(), Boolean.toString(tag), outputFolder));
        at += jmpi.entries().size();
        for (ThreadProgram program : programs) {
            words.addAll(program.toArguments(at));
            at += program.classPath().entries().size();
        }
        return words;
    }

    /**
     * @param all the class path of the process
     * @param size the number of ranks
     */
    public static SharedJvmArguments parse(List<String> words, ClassPath all, int size) {
        Iterator<String> next = words.iterator();
        ClassPath jmpi = all.part(next.next());
        InputRanks input = InputRanks.parse(next.next(), size);
        boolean tag = Boolean.parseBoolean(next.next());
        String outputFolder = next.next();
        List<ThreadProgram> programs = new ArrayList<>();
        while (next.hasNext()) programs.add(ThreadProgram.parse(next, all));
        return new SharedJvmArguments(jmpi, input, tag, outputFolder, programs);
    }
}

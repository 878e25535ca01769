package org.jmpi.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What jmpirun tells a process whose threads are ranks, as its command line.
 *
 * @param jmpi the jars of JMPI that a rank needs, without those which ranks share
 * @param classPath the program's
 * @param outputFolder where the ranks' output goes; empty if it goes to standard output
 * @param options of the compiler if the program is a source file; for the layers of a module's ranks, its module path first
 * @param tag whether lines on standard output are prefixed with the rank
 */
record HostPlan(
        ClassPath jmpi,
        ClassPath classPath,
        InputRanks input,
        boolean tag,
        String outputFolder,
        EntryPoint main,
        List<String> options,
        List<String> arguments) {

    List<String> toArguments() {
        List<String> words = new ArrayList<>(List.of(
                jmpi.toString(),
                classPath.toString(),
                input.toString(),
                Boolean.toString(tag),
                outputFolder,
                main.kind().name(),
                main.name(),
                Integer.toString(options.size())));
        words.addAll(options);
        words.addAll(arguments);
        return words;
    }

    /** @param size the number of ranks */
    static HostPlan parse(List<String> words, int size) {
        int arguments = 8 + Integer.parseInt(words.get(7));
        return new HostPlan(
                ClassPath.read(words.get(0)),
                ClassPath.read(words.get(1)),
                InputRanks.parse(words.get(2), size),
                Boolean.parseBoolean(words.get(3)),
                words.get(4),
                new EntryPoint(EntryPoint.Kind.valueOf(words.get(5)), words.get(6)),
                words.subList(8, arguments),
                words.subList(arguments, words.size()));
    }
}

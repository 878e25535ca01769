package org.jmpi.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What jmpirun tells the process whose threads are the ranks, as its command line.
 *
 * @param classPath each rank's own
 * @param outputFolder where the ranks' output goes; empty if it goes to standard output
 * @param tag whether lines on standard output are prefixed with the rank
 */
record HostPlan(
        int size,
        ClassPath classPath,
        InputRanks input,
        boolean tag,
        String outputFolder,
        String mainClass,
        List<String> arguments) {

    List<String> toArguments() {
        List<String> words = new ArrayList<>(List.of(
                Integer.toString(size),
                classPath.toString(),
                input.toString(),
                Boolean.toString(tag),
                outputFolder,
                mainClass));
        words.addAll(arguments);
        return words;
    }

    static HostPlan parse(List<String> words) {
        int size = Integer.parseInt(words.get(0));
        return new HostPlan(
                size,
                ClassPath.parse(words.get(1)),
                InputRanks.parse(words.get(2), size),
                Boolean.parseBoolean(words.get(3)),
                words.get(4),
                words.get(5),
                words.subList(6, words.size()));
    }
}

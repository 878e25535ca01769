package org.jmpi.run;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What jmpirun tells a process whose threads are ranks, as its command line.
 *
 * @param jmpi the jars of JMPI that a rank needs, without those which ranks share
 * @param outputFolder where the ranks' output goes; empty if it goes to standard output
 * @param tag whether lines on standard output are prefixed with the rank
 * @param programs what the ranks run, in their order; a single one is that of all
 */
record HostPlan(ClassPath jmpi, InputRanks input, boolean tag, String outputFolder, List<HostedProgram> programs) {

    List<String> toArguments() {
        List<String> words =
                new ArrayList<>(List.of(jmpi.toString(), input.toString(), Boolean.toString(tag), outputFolder));
        programs.forEach(program -> words.addAll(program.toArguments()));
        return words;
    }

    /** @param size the number of ranks */
    static HostPlan parse(List<String> words, int size) {
        Iterator<String> next = words.iterator();
        ClassPath jmpi = ClassPath.read(next.next());
        InputRanks input = InputRanks.parse(next.next(), size);
        boolean tag = Boolean.parseBoolean(next.next());
        String outputFolder = next.next();
        List<HostedProgram> programs = new ArrayList<>();
        while (next.hasNext()) programs.add(HostedProgram.parse(next));
        return new HostPlan(jmpi, input, tag, outputFolder, programs);
    }
}

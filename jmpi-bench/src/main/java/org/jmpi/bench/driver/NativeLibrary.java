package org.jmpi.bench.driver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A library for C, with the programs compiled for it.
 *
 * @param compiler its compiler of C
 * @param launcher the words that start a job, up to the number of ranks
 * @param variables what its jobs need in their environment
 * @param programs the folder of the compiled programs
 */
record NativeLibrary(
        String name,
        String version,
        String compiler,
        List<String> launcher,
        Map<String, String> variables,
        Path programs)
        implements Library {
    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) {
        List<String> words = new ArrayList<>(launcher);
        words.addAll(List.of("-n", Integer.toString(experiment.ranks())));
        words.add(programs.resolve(experiment.program().toString()).toString());
        words.addAll(experiment.arguments());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(variables);
        return builder;
    }
}

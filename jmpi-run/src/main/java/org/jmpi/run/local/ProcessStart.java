package org.jmpi.run.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The start of one process of a job, on whatever host.
 *
 * @param process its number in the job
 * @param firstRank the first of its ranks
 * @param ranks how many ranks it has
 * @param command the words that start it
 * @param variables what is added to the environment of its host; the variables that tell it its place in the job follow
 * @param directory where it starts
 * @param streams where its standard streams lead
 */
public record ProcessStart(
        int process,
        int firstRank,
        int ranks,
        List<String> command,
        Map<String, String> variables,
        Path directory,
        Streams streams) {

    /** The destinations of the standard streams of a process. */
    public enum Streams {
        /** Input is empty; output goes to jmpirun by pipes. */
        NO_INPUT,
        /** Input is that of the process which starts it; output goes to jmpirun by pipes. */
        SAME_INPUT,
        /** Input comes from jmpirun and output goes there, by pipes. */
        PIPES,
        /** All are those of the process which starts it. */
        SAME
    }

    /** Returns the same start with further variables. */
    public ProcessStart with(Map<String, String> all) {
        return new ProcessStart(process, firstRank, ranks, command, all, directory, streams);
    }
}

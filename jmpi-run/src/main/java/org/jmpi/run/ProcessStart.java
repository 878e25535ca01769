package org.jmpi.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The start of one process of a job, on whatever host.
 *
 * @param process its number in the job
 * @param command the words that start it
 * @param variables what is added to the environment of the process that starts it
 * @param directory where it starts
 * @param streams where its standard streams lead
 */
record ProcessStart(int process, List<String> command, Map<String, String> variables, Path directory, Streams streams) {

    /** Where the standard streams of a process lead. */
    enum Streams {
        /** Input is empty; output goes to jmpirun by pipes. */
        NO_INPUT,
        /** Input is that of the process which starts it; output goes to jmpirun by pipes. */
        SAME_INPUT,
        /** Input comes from jmpirun and output goes there, by pipes. */
        PIPES,
        /** All are those of the process which starts it. */
        SAME
    }
}

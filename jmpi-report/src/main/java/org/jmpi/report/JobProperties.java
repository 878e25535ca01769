package org.jmpi.report;

/** The names of the properties that jmpirun writes beside recordings. */
final class JobProperties {
    static final String PROGRAM = "program";

    /** Those of jmpirun. */
    static final String ARGUMENTS = "arguments";

    static final String RANKS = "ranks";
    static final String EXIT_CODE = "exitCode";

    /** The line of jmpirun that says why the job has failed. */
    static final String CAUSE = "cause";

    static final String START = "start";

    private JobProperties() {}
}

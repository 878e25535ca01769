package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A rank that takes part in a job; the event lasts from the start of MPI.Init to the end. */
@Name("org.jmpi.Rank")
@Label("Rank")
@Description("Rank that takes part in a job: the time of MPI.Init")
@StackTrace(false)
final class RankEvent extends MpiEvent {
    @Label("World Size")
    @Description("Number of ranks of the job")
    int size;

    @Label("Host")
    String host;

    @Label("Process Identifier")
    long pid;

    @Label("Job")
    String job;

    @Label("Transport")
    @Description("Transport between processes, as --transport names it")
    String transport;
}

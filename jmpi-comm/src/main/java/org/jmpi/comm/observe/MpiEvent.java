package org.jmpi.comm.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** An event of JDK Flight Recorder. Ranks that are threads of one JVM share its recording. */
@Category("MPI")
abstract class MpiEvent extends Event {
    @Label("Rank")
    @Description("Rank in MPI.COMM_WORLD of the rank that has recorded the event")
    int rank;
}

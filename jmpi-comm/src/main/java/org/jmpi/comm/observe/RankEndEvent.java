package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The orderly end of a rank. A recording without it is one of a rank that has failed. */
@Name("org.jmpi.RankEnd")
@Label("Rank End")
@Description("Orderly end of a rank: the time of MPI.Finalize")
@StackTrace(false)
final class RankEndEvent extends MpiEvent {}

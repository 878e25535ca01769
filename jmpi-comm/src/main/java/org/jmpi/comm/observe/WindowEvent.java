package org.jmpi.comm.observe;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A window that has been made. */
@Name("org.jmpi.Window")
@Label("Window")
@Description("Window that has been made")
final class WindowEvent extends MpiEvent {
    @Label("Call")
    String call;

    @Label("Window")
    @Description("Number of the window")
    int context;

    @Label("Memory Size")
    @Description("Memory of this rank")
    @DataAmount
    long bytes;

    @Label("Ranks")
    int size;
}

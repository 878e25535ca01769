package jpvm;

/** The tasks on a host. */
public class jpvmTaskStatus {
    /** The name of the host. */
    public String hostName;

    /** How many tasks there are. */
    public int numTasks;

    /** The name of each. */
    public String[] taskNames;

    /** The id of each. */
    public jpvmTaskId[] taskTids;

    /** Makes a status without values. */
    public jpvmTaskStatus() {}
}

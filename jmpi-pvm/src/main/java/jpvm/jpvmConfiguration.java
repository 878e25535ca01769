package jpvm;

/** The hosts of the virtual machine. */
public class jpvmConfiguration {
    /** How many there are. */
    public int numHosts;

    /** The name of each. */
    public String[] hostNames;

    /** The daemon of each host; without a daemon a task on the host. */
    public jpvmTaskId[] hostDaemonTids;

    /** Makes a configuration of no host. */
    public jpvmConfiguration() {
        this(0);
    }

    /**
     * Makes a configuration.
     *
     * @param n the number of hosts
     */
    public jpvmConfiguration(int n) {
        numHosts = n;
        hostNames = new String[n];
        hostDaemonTids = new jpvmTaskId[n];
    }
}

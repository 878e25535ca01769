package jpvm;

/** The numbers that daemons of JPVM give their messages. JMPI's daemon has messages of its own. */
public class jpvmDaemonMessageTag {
    /** Asks whether a daemon is there. */
    public static final int jpvmdPingRequest = 1;
    /** Says that it is. */
    public static final int jpvmdPingReply = 2;
    /** A task begins. */
    public static final int jpvmdRegisterTask = 3;
    /** A task asks for others. */
    public static final int jpvmdSpawnTask = 4;
    /** A daemon is to start a task. */
    public static final int jpvmdCreateTask = 5;
    /** It has done so. */
    public static final int jpvmdCreatedTask = 6;
    /** A task ends. */
    public static final int jpvmdDeleteTask = 7;
    /** Asks for the tasks. */
    public static final int jpvmdTaskStatus = 8;
    /** A host is to come. */
    public static final int jpvmdAddHost = 9;
    /** A host has come. */
    public static final int jpvmdAddHostBcast = 10;
    /** A host is to go. */
    public static final int jpvmdDeleteHost = 11;
    /** A host has gone. */
    public static final int jpvmdDeleteHostBcast = 12;
    /** Asks for the hosts. */
    public static final int jpvmdHostStatus = 13;
    /** A daemon is to end. */
    public static final int jpvmdHostHalt = 14;
    /** All are to end. */
    public static final int jpvmdHalt = 15;
    /** A spawned task begins. */
    public static final int jpvmdRegisterChild = 16;
    /** Makes an object that has nothing but the numbers. */
    public jpvmDaemonMessageTag() {}
}

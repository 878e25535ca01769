package jpvm;

/**
 * The daemon, a command: it starts tasks for programs that {@code java} alone has started. It prints its id, writes the
 * daemon file, and runs until {@link jpvmConsole}'s halt or {@link jpvmEnvironment#pvm_halt}.
 *
 * <pre>
 * java -cp 'JMPI/lib/*' jpvm.jpvmDaemon
 * jmpirun -np 1 -H hosta,hostb jpvm.jpvmDaemon
 * </pre>
 */
public class jpvmDaemon {
    /** Makes an object that does nothing: a daemon runs by {@link #main}. */
    public jpvmDaemon() {}

    /**
     * Runs the daemon. Does not return.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment(true, "jpvm daemon");
            jpvm.serve();
            if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) System.out.println(jpvm.pvm_mytid());
            while (true) jpvm.pvm_recv(); // the daemon has no use for messages
        } catch (jpvmException e) {
            System.err.println(e);
            Runtime.getRuntime().exit(1);
        }
    }
}

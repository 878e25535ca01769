package org.jmpi.transport.rmi;

import java.net.InetAddress;
import java.util.Arrays;

/** Switches off work of the JDK's RMI that a rank does not need. */
final class RmiRuntime {
    /** Longer than any job, in ms. */
    private static final String NEVER = Long.toString(Long.MAX_VALUE - 1);

    private static final String HOST = "java.rmi.server.hostname";
    private static final String REAPER = "RMI Reaper";

    private RmiRuntime() {}

    /**
     * Keeps RMI from collecting the garbage of the whole JVM once an hour, as it does to learn early of remote objects
     * that are unused. Has no effect if the JVM has used RMI before, or the user has set these properties.
     */
    static void prepare() {
        for (String side : new String[] {"client", "server"}) {
            String property = "sun.rmi.dgc." + side + ".gcInterval";
            if (System.getProperty(property) == null) System.setProperty(property, NEVER);
        }
    }

    /**
     * Gives RMI an address of this host, for which it would ask a name server otherwise. Ranks do not use it.
     * Has no effect if the user has set the property.
     */
    static void nameHost(InetAddress address) {
        if (System.getProperty(HOST) == null) System.setProperty(HOST, address.getHostAddress());
    }

    /**
     * Lets the JVM end though something is exported. Ranks take their leave in a shutdown hook, but RMI keeps the JVM
     * from coming there by a thread that is no daemon and looks for exported objects which were collected; ours are
     * held until they are unexported, so the thread has nothing to do.
     */
    static void letJvmEnd() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) root = root.getParent();
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads);
        Arrays.stream(threads, 0, count)
                .filter(thread -> thread.getName().equals(REAPER))
                .forEach(Thread::interrupt);
    }
}

package org.jmpi.run.system;

import java.util.concurrent.locks.LockSupport;

/** Adds and removes shutdown hooks. If the JVM is ending already, as by a signal, the calling thread awaits its end. */
public final class JvmHook {
    private JvmHook() {}

    public static void add(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitEnd();
        }
    }

    public static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitEnd();
        }
    }

    private static void awaitEnd() {
        while (true) LockSupport.park();
    }
}

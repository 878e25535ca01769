package org.jmpi.run;

import java.util.concurrent.locks.LockSupport;

/** Adds and removes shutdown hooks. If the JVM is ending already, as by a signal, the calling thread awaits its end. */
final class JvmHook {
    private JvmHook() {}

    static void add(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitEnd();
        }
    }

    static void remove(Thread hook) {
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

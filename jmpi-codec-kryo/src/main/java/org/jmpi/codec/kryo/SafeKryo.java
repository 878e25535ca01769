package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.Util;

/**
 * Readies Kryo for a JVM that goes on whatever happens to a message.
 *
 * <p>It does without {@code sun.misc.Unsafe}, about whose use JDK 24 and later ones warn on standard error. And the classes by
 * which it reports a failure are initialised early: one whose initialiser runs out of stack, deep in a graph, is lost to the
 * JVM for good.
 */
final class SafeKryo {
    private static final String UNSAFE = "kryo.unsafe";

    private SafeKryo() {}

    /**
     * Call before Kryo is first used. Kryo decides once, when its class {@link Util} is initialised, by a system property:
     * what the program has set holds, and it finds its properties as they were.
     */
    static void load() {
        Loaded.once();
    }

    private static final class Loaded {
        static {
            boolean undecided = System.getProperty(UNSAFE) == null;
            if (undecided) System.setProperty(UNSAFE, "false");
            try {
                Util.isUnsafeAvailable();
                KryoException failure = new KryoException("", new StackOverflowError());
                failure.addTrace("");
                failure.getMessage();
            } finally {
                if (undecided) System.clearProperty(UNSAFE);
            }
        }

        static void once() {}
    }
}

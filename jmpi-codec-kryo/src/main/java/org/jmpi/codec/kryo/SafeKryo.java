package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.util.Util;

/** Has Kryo do without {@code sun.misc.Unsafe}, about whose use JDK 24 and later ones warn on standard error. */
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
            } finally {
                if (undecided) System.clearProperty(UNSAFE);
            }
        }

        static void once() {}
    }
}

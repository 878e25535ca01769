package org.jmpi.codec.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that are threads of one JVM, each of which loads the codec. */
@Timeout(60)
class KryoLoadingTest {
    private static final int RANKS = 4;
    private static final int ROUNDS = 40;

    private static URL[] classPath() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator))
            urls.add(Path.of(entry).toUri().toURL());
        return urls.toArray(new URL[0]);
    }

    /** Returns whether Kryo, as a class loader of its own has it, uses sun.misc.Unsafe. */
    private static Object loaded(URL[] classPath, CyclicBarrier all) throws Exception {
        try (URLClassLoader own = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Class<?> util = own.loadClass("com.esotericsoftware.kryo.kryo5.util.Util");
            all.await();
            Class.forName(KryoCodec.class.getName(), true, own);
            return util.getMethod("isUnsafeAvailable").invoke(null);
        }
    }

    @Test
    void noneUsesUnsafe() throws Exception {
        URL[] classPath = classPath();
        CyclicBarrier all = new CyclicBarrier(RANKS);
        ExecutorService ranks = Executors.newFixedThreadPool(RANKS);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                List<Future<Object>> each = new ArrayList<>();
                for (int rank = 0; rank < RANKS; rank++) each.add(ranks.submit(() -> loaded(classPath, all)));
                for (Future<Object> one : each) assertEquals(false, one.get());
                assertNull(System.getProperty("kryo.unsafe"));
            }
        } finally {
            ranks.shutdownNow();
        }
    }
}

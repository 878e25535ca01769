package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM that goes on after MPI.Finalize, such as an application server, keeps nothing of a program of one rank. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EmbeddedTest {
    private static URL[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> {
                    try {
                        return Path.of(entry).toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new AssertionError(e);
                    }
                })
                .toArray(URL[]::new);
    }

    /** Runs a program of its own class loader, and returns what tells when that is gone. */
    private static Reference<ClassLoader> deploy(ReferenceQueue<ClassLoader> gone, int worlds) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Class<?> mpi = loader.loadClass("mpi.MPI");
            Thread.currentThread().setContextClassLoader(loader);
            for (int world = 0; world < worlds; world++) {
                mpi.getMethod("Init", String[].class).invoke(null, (Object) new String[0]);
                Object all = mpi.getField("COMM_WORLD").get(null);
                assertEquals(1, all.getClass().getMethod("Size").invoke(all));
                all.getClass().getMethod("Barrier").invoke(all);
                mpi.getMethod("Finalize").invoke(null);
            }
            return new PhantomReference<>(loader, gone);
        }
    }

    @Test
    void nothingIsLeftOfAProgramOfOneRank() throws Exception {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
        Reference<ClassLoader> loader;
        try {
            loader = deploy(gone, 3);
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.equals("jmpi-progress-0"))
                .toList();
        assertEquals(List.of(), threads);
        Reference<?> found = null;
        while (found == null) {
            System.gc();
            found = gone.remove(100);
        }
        assertEquals(loader, found);
    }
}

package org.jmpi;

import static java.util.stream.Collectors.toList;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program gets its own classes on every thread, wherever its class loader and JMPI's stand. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClassLoadersTest {
    /** Has the program's classes of its own, and all others of its parent, as the loader of a web application does. */
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL[] jars) {
            super(jars, ClassLoadersTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith("program.")) return super.loadClass(name, resolve);
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }

    private static URL[] classPath() {
        String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
        return Arrays.stream(entries).map(ClassLoadersTest::url).toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void exchange(ClassLoader program) throws Exception {
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null);
                URLClassLoader other = new ChildFirst(classPath())) {
            List<ClassLoader> contexts = Stream.of(
                            null,
                            ClassLoader.getPlatformClassLoader(),
                            ClassLoader.getSystemClassLoader(),
                            empty,
                            other,
                            program)
                    .collect(toList());
            program.loadClass("program.Exchange").getMethod("run", List.class).invoke(null, contexts);
        }
    }

    @Test
    void aProgramBesideJmpi() throws Exception {
        exchange(ClassLoadersTest.class.getClassLoader());
    }

    @Test
    void aProgramWhoseLoaderIsAChildOfJmpis() throws Exception {
        try (URLClassLoader program = new ChildFirst(classPath())) {
            exchange(program);
        }
    }

    @Test
    void aProgramThatBringsJmpiInAnArchiveOfItsOwn() throws Exception {
        try (URLClassLoader program = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            exchange(program);
        }
    }
}

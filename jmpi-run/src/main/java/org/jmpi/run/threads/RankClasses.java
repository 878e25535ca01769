package org.jmpi.run.threads;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jmpi.run.program.ClassPath;

/**
 * The classes of ranks that are threads of a JVM with other code in it, such as one that runs tests. Each rank has a
 * class loader of its own, and so its own static fields; it shares the JDK's classes and chosen others with that code.
 */
public final class RankClasses {
    private final RankClassLoader.Classes classes;
    private final ClassLoader parent;

    private RankClasses(RankClassLoader.Classes classes, ClassLoader parent) {
        this.classes = classes;
        this.parent = parent;
    }

    /**
     * Returns the classes that are found on a class path.
     *
     * @param classPath existing folders and jars, in the order in which they are searched
     * @param shared the loader of the classes that ranks share; it has this class
     * @param isShared accepts the names of shared classes; those of this package have to be shared
     * @return the classes
     */
    public static RankClasses of(List<Path> classPath, ClassLoader shared, Predicate<String> isShared) {
        RankClassLoader.Classes classes = RankClassLoader.Classes.of(ClassPath.of(classPath), ClassPath.of(List.of()));
        return new RankClasses(classes, new SharedClasses(shared, isShared));
    }

    /**
     * Makes the class loader of a rank. Its classes set the rank's own standard streams, and {@code System.exit} ends
     * the rank alone.
     *
     * @param streams those of the JVM, which are the rank's first ones
     * @param exit takes a call of {@code System.exit} or {@code Runtime.halt}; ends the calling thread by an error
     * @return the loader; the caller closes it
     */
    public URLClassLoader loader(SharedStreams streams, RankRuntime.Exit exit) {
        RankRuntime runtime = new RankRuntime(streams.out(), streams.err(), streams.in(), exit);
        return new RankClassLoader(classes, parent, runtime);
    }
}

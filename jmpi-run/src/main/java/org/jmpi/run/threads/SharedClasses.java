package org.jmpi.run.threads;

import java.net.URL;
import java.util.function.Predicate;

/** Finds the classes that the ranks of a JVM share: the JDK's, and chosen ones of another loader. */
final class SharedClasses extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String PACKAGE = "org.jmpi.run.";

    private final ClassLoader shared;
    private final Predicate<String> isShared;

    /**
     * @param shared finds the chosen ones
     * @param isShared accepts the names of these classes
     */
    SharedClasses(ClassLoader shared, Predicate<String> isShared) {
        super(ClassLoader.getPlatformClassLoader());
        this.shared = shared;
        this.isShared = isShared;
    }

    /**
     * Returns the shared classes of a JVM that has nothing but ranks: JMPI's engine, and what stands in the same place
     * as this class. A program may have a package of the same name.
     */
    static SharedClasses ofJvm() {
        ClassLoader own = SharedClasses.class.getClassLoader();
        String file = file(SharedClasses.class.getName());
        String url = own.getResource(file).toString();
        String place = url.substring(0, url.length() - file.length());
        return new SharedClasses(
                own,
                name -> name.startsWith("org.jmpi.comm.")
                        || name.startsWith(PACKAGE) && isAt(place, own.getResource(file(name))));
    }

    private static String file(String className) {
        return className.replace('.', '/') + ".class";
    }

    private static boolean isAt(String place, URL file) {
        return file != null && file.toString().startsWith(place);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return isShared.test(name) ? shared.loadClass(name) : super.loadClass(name, resolve);
    }
}

package org.jmpi.run;

import java.util.function.Predicate;

/** Finds the classes that the ranks of a JVM share: the JDK's, and chosen ones of another loader. */
final class SharedClasses extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassLoader shared;
    private final Predicate<String> isShared;

    /**
     * @param shared finds the chosen ones
     * @param isShared tells by its name whether a class is one of them
     */
    SharedClasses(ClassLoader shared, Predicate<String> isShared) {
        super(ClassLoader.getPlatformClassLoader());
        this.shared = shared;
        this.isShared = isShared;
    }

    /** Returns the shared classes of a JVM that has nothing but ranks: JMPI's engine and these of jmpirun. */
    static SharedClasses ofHost() {
        return new SharedClasses(
                SharedClasses.class.getClassLoader(),
                name -> name.startsWith("org.jmpi.comm.") || name.startsWith("org.jmpi.run."));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return isShared.test(name) ? shared.loadClass(name) : super.loadClass(name, resolve);
    }
}

package org.jmpi.comm.session;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * Appends JMPI's jars to the class path of a JVM that a script or another launcher starts with a class path of its own.
 * The jars come last: a program that brings a jar of its own keeps it.
 */
public final class ClassPathAgent {
    private static final String CLASS_PATH = "java.class.path";

    private ClassPathAgent() {}

    /**
     * Appends jars that the class path lacks. The JVM calls this before {@code main}.
     *
     * @param jars the paths of the jars, separated as in a class path
     * @param instrumentation the JVM's
     * @throws IOException if a jar cannot be read
     */
    public static void premain(String jars, Instrumentation instrumentation) throws IOException {
        Set<String> entries = new LinkedHashSet<>();
        String own = System.getProperty(CLASS_PATH, "");
        if (!own.isEmpty()) entries.addAll(Arrays.asList(own.split(File.pathSeparator, -1)));
        for (String jar : jars.split(File.pathSeparator))
            if (entries.add(jar)) instrumentation.appendToSystemClassLoaderSearch(new JarFile(jar));
        // Programs and the launcher of source files read the class path from here.
        if (!own.isEmpty()) System.setProperty(CLASS_PATH, String.join(File.pathSeparator, entries));
    }
}

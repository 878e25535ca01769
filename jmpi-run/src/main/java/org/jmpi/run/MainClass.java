package org.jmpi.run;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** Looks a program's main class up before anything is started; never initialises it. */
final class MainClass {
    private MainClass() {}

    static boolean exists(String name, ClassPath classPath) {
        String file = name.replace('.', '/') + ".class";
        for (Path entry : classPath.entries()) if (holds(entry, file)) return true;
        // A jar may name others in its manifest.
        try (URLClassLoader loader = classPath.loader(ClassLoader.getPlatformClassLoader())) {
            return loader.getResource(file) != null;
        } catch (IOException e) {
            throw new BadInputException("cannot read the class path " + classPath + ": " + e.getMessage(), e);
        }
    }

    private static boolean holds(Path entry, String file) {
        if (Files.isDirectory(entry)) return Files.isRegularFile(entry.resolve(file));
        try (ZipFile jar = new ZipFile(entry.toFile())) {
            return jar.getEntry(file) != null;
        } catch (IOException e) {
            // Java passes over what it cannot read.
            return false;
        }
    }

    /** @throws BadInputException if a JVM like this one could not run the class */
    static void check(String name, ClassPath classPath) {
        try (URLClassLoader loader = classPath.loader(ClassLoader.getPlatformClassLoader())) {
            check(name, loader);
        } catch (IOException e) {
            throw new BadInputException("cannot read the class path " + classPath + ": " + e.getMessage(), e);
        }
    }

    private static void check(String name, ClassLoader loader) {
        String why;
        try {
            MainMethod.of(Class.forName(name, false, loader));
            return;
        } catch (UnsupportedClassVersionError e) {
            why = "it was compiled for a newer Java than this one ("
                    + Runtime.version().feature() + "): " + e.getMessage();
        } catch (NoClassDefFoundError e) {
            why = "class not found: " + String.valueOf(e.getMessage()).replace('/', '.');
        } catch (ClassNotFoundException | LinkageError e) {
            why = e.toString();
        }
        throw new BadInputException("cannot run class " + name + ": " + why);
    }
}

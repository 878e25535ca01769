package org.jmpi.run.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.jmpi.run.system.BadInputException;

/** Looks a program's main class up before anything is started; never initialises it. */
public final class MainClass {
    private MainClass() {}

    public static boolean exists(String name, ClassPath classPath) {
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

    /** @throws BadInputException if a Java, as far as its release is known, could not run the class */
    public static void check(String name, ClassPath classPath, JavaRelease release) {
        if (!release.isKnown()) return;
        try (Loader loader = new Loader(classPath, release)) {
            check(name, loader, release);
        } catch (IOException e) {
            throw new BadInputException("cannot read the class path " + classPath + ": " + e.getMessage(), e);
        }
    }

    private static void check(String name, ClassLoader loader, JavaRelease release) {
        String why;
        try {
            MainMethod.of(Class.forName(name, false, loader), release.feature());
            return;
        } catch (UnsupportedClassVersionError e) {
            why = e.getMessage();
        } catch (ClassNotFoundException | LinkageError e) {
            // Another release of Java may have classes that this one lacks.
            if (!release.isHere()) return;
            why = e instanceof NoClassDefFoundError
                    ? "class not found: " + String.valueOf(e.getMessage()).replace('/', '.')
                    : e.toString();
        }
        throw new BadInputException("cannot run class " + name + ": " + why);
    }

    /** Loads classes for another Java than this one, as this one could not run them. */
    private static final class Loader extends URLClassLoader {
        private final JavaRelease release;

        Loader(ClassPath classPath, JavaRelease release) {
            super(classPath.urls(), ClassLoader.getPlatformClassLoader());
            this.release = release;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            URL file = findResource(name.replace('.', '/') + ".class");
            if (file == null) throw new ClassNotFoundException(name);
            try (InputStream in = file.openStream()) {
                byte[] bytes = release.loadable(name, in.readAllBytes());
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}

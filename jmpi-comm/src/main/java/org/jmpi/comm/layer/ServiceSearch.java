package org.jmpi.comm.layer;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Provides;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Finds out whether a program brings providers of a service. A search by {@link java.util.ServiceLoader} opens each
 * jar, also JMPI's own. That takes 10 ms of a rank's start, and most programs bring none.
 */
public final class ServiceSearch {
    /** The beginnings of the names of JMPI's jars. */
    private static final List<String> OF_JMPI = List.of("jmpi-", "ibm-test-suite-");

    /** The beginning of the name of this module's jar. */
    private static final String OWN = "jmpi-comm-";

    private final Class<?> service;
    private final String resource;
    private final List<String> classPath;

    /** The folder of JMPI's jars; null if it is not known. */
    private final Path folder;

    private ServiceSearch(Class<?> service) {
        this.service = service;
        this.resource = "META-INF/services/" + service.getName();
        this.classPath = List.of(System.getProperty("java.class.path", "").split(File.pathSeparator));
        this.folder = folder();
    }

    /**
     * {@return false if there is no provider outside JMPI's jars; true if there may be one}
     *
     * @param loader of the program's classes; null stands for the system class loader
     * @param service what is provided
     */
    public static boolean mayFind(ClassLoader loader, Class<?> service) {
        return new ServiceSearch(service).mayFind(loader);
    }

    private boolean mayFind(ClassLoader loader) {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        for (ClassLoader each = loader == null ? system : loader; each != system; each = each.getParent()) {
            if (!(each instanceof URLClassLoader known)) return true;
            for (URL url : known.getURLs()) if (mayHold(url)) return true;
        }
        for (String entry : classPath) if (mayHold(entry)) return true;
        for (Module module : ModuleLayer.boot().modules())
            for (Provides provides : module.getDescriptor().provides())
                if (provides.service().equals(service.getName())) return true;
        return false;
    }

    private boolean mayHold(URL url) {
        try {
            return mayHold(Path.of(url.toURI()));
        } catch (Exception e) {
            // It is no file.
            return true;
        }
    }

    private boolean mayHold(String entry) {
        try {
            return mayHold(Path.of(entry));
        } catch (InvalidPathException e) {
            // The JVM finds no class there, either.
            return false;
        }
    }

    /** Returns whether a folder or jar has a file that names providers, or names other jars that may. */
    private boolean mayHold(Path entry) {
        if (Files.isDirectory(entry)) return Files.exists(entry.resolve(resource));
        if (isOfJmpi(entry) || !Files.exists(entry)) return false;
        try (JarFile jar = new JarFile(entry.toFile(), false)) {
            if (jar.getEntry(resource) != null) return true;
            Manifest manifest = jar.getManifest();
            return manifest != null && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null;
        } catch (IOException e) {
            // The JVM finds no class there, either.
            return false;
        }
    }

    /** Returns whether a jar lies beside this module's own, by the name of a jar of JMPI: such have no provider. */
    private boolean isOfJmpi(Path jar) {
        return folder != null
                && folder.equals(jar.toAbsolutePath().getParent())
                && OF_JMPI.stream()
                        .anyMatch(start -> jar.getFileName().toString().startsWith(start));
    }

    private Path folder() {
        CodeSource source = ServiceSearch.class.getProtectionDomain().getCodeSource();
        if (source == null) return folderOfBootJars();
        try {
            return folder(Path.of(source.getLocation().toURI()));
        } catch (Exception e) {
            return null;
        }
    }

    /** Returns null if the classes of this module are in no jar, or in one of a program. */
    private static Path folder(Path own) {
        return own.getFileName().toString().startsWith(OWN)
                ? own.toAbsolutePath().getParent()
                : null;
    }

    /** Returns the folder of the jars that jmpirun puts on the boot class path, and last on the class path. */
    private Path folderOfBootJars() {
        Path last = null;
        for (String entry : classPath)
            if (entry.contains(OWN) && folder(Path.of(entry)) != null) last = folder(Path.of(entry));
        return last;
    }
}

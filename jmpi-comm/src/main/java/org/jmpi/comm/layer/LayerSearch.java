package org.jmpi.comm.layer;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jmpi.comm.frame.Layer;

/**
 * Finds out whether a class loader knows a layer. A search by {@link java.util.ServiceLoader} opens each jar, also
 * JMPI's own. That takes 10 ms of a rank's start, and most programs have no layer.
 */
final class LayerSearch {
    private static final String SERVICE = "META-INF/services/" + Layer.class.getName();

    private LayerSearch() {}

    /** Returns false if there is no layer; true if there may be one. */
    static boolean mayFind(ClassLoader loader) {
        for (ClassLoader each = loader; each != ClassLoader.getSystemClassLoader(); each = each.getParent()) {
            if (!(each instanceof URLClassLoader known)) return true;
            for (URL url : known.getURLs()) if (mayHold(url)) return true;
        }
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator))
            if (mayHold(entry)) return true;
        return ModuleLayer.boot().modules().stream()
                .flatMap(module -> module.getDescriptor().provides().stream())
                .anyMatch(provides -> provides.service().equals(Layer.class.getName()));
    }

    private static boolean mayHold(URL url) {
        try {
            return mayHold(Path.of(url.toURI()));
        } catch (Exception e) {
            // It is no file.
            return true;
        }
    }

    private static boolean mayHold(String entry) {
        try {
            return mayHold(Path.of(entry));
        } catch (InvalidPathException e) {
            // The JVM finds no class there, either.
            return false;
        }
    }

    /** Returns whether a folder or jar has a file that names layers, or names other jars that may. */
    private static boolean mayHold(Path entry) {
        if (Files.isDirectory(entry)) return Files.exists(entry.resolve(SERVICE));
        if (isOfJmpi(entry) || !Files.exists(entry)) return false;
        try (JarFile jar = new JarFile(entry.toFile(), false)) {
            if (jar.getEntry(SERVICE) != null) return true;
            Manifest manifest = jar.getManifest();
            return manifest != null && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null;
        } catch (IOException e) {
            // The JVM finds no class there, either.
            return false;
        }
    }

    /** Returns whether a jar lies beside this module's own, by JMPI's name: such have no layer. */
    private static boolean isOfJmpi(Path jar) {
        CodeSource own = LayerSearch.class.getProtectionDomain().getCodeSource();
        if (own == null
                || own.getLocation() == null
                || !jar.getFileName().toString().startsWith("jmpi-")) return false;
        try {
            Path ownJar = Path.of(own.getLocation().toURI());
            return !jar.equals(ownJar)
                    && ownJar.getParent().equals(jar.toAbsolutePath().getParent());
        } catch (Exception e) {
            return false;
        }
    }
}

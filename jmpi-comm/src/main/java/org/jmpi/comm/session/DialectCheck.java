package org.jmpi.comm.session;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Map;
import java.util.TreeMap;
import org.jmpi.comm.communicator.Dialect;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.layer.ServiceSearch;

/**
 * Counts the bindings whose package is {@code mpi}: of two, the classes of one would call those of the other. Copies of
 * one binding, and packages {@code mpi} that are not of this library, do not count.
 */
public final class DialectCheck {
    private static final String MPI = "mpi/MPI.class";
    private static final String SERVICE = "META-INF/services/" + Dialect.class.getName();

    private DialectCheck() {}

    /**
     * Refuses two bindings on class path and module path.
     *
     * @param loader finds the binding's classes; null if they are on the boot class path, as jmpirun puts them
     * @throws CommException of class OTHER, with the place of each
     */
    public static void check(ClassLoader loader) {
        // The binding on the boot class path is one, and a look at all resources opens each jar.
        if (loader == null && !ServiceSearch.mayFind(null, Dialect.class)) return;
        try {
            Enumeration<URL> places = loader == null ? ClassLoader.getSystemResources(MPI) : loader.getResources(MPI);
            if (!places.hasMoreElements()) return;
            String first = places.nextElement().toString();
            if (!places.hasMoreElements()) return;
            Map<String, String> dialects = new TreeMap<>();
            add(first, dialects);
            while (places.hasMoreElements()) add(places.nextElement().toString(), dialects);
            if (dialects.size() < 2) return;
            throw new CommException(
                    ErrorClass.OTHER,
                    dialects.size() + " bindings with package mpi are on the class path or module path: leave one: "
                            + String.join(", ", dialects.values()));
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "cannot look for package mpi on the class path: " + e, e);
        }
    }

    /** Adds the place of a class MPI by the name of the dialect beside it, if there is one. */
    private static void add(String mpi, Map<String, String> dialects) throws IOException {
        String root = mpi.substring(0, mpi.length() - MPI.length());
        URLConnection connection = URI.create(root + SERVICE).toURL().openConnection();
        connection.setUseCaches(false);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(name -> name.startsWith("mpi."))
                    .forEach(name -> dialects.putIfAbsent(name, mpi));
        } catch (FileNotFoundException e) {
            // Another library's.
        }
    }
}

package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The service names that jobs of this user have published. Each is a file that has the name of the port. A job changes
 * a name under the lock of the folder, so that only one of two jobs takes it over. A file has its whole text from its
 * first moment on, because a lookup takes no lock.
 *
 * @param folder only the user can use it
 * @param isOpen tells whether a port is open
 */
record ServiceNames(Path folder, Predicate<String> isOpen) {
    private static final int LONGEST = 200;

    /** A change of a name, under the lock. */
    private interface Change {
        void make() throws IOException;
    }

    /** @throws CommException of class SERVICE if the name is taken by a port that is open, ARG if it is none */
    void publish(String service, String port) {
        Path file = file(service);
        change("publish " + service, () -> {
            String before = read(file);
            // One that is not open is of a job that has been killed.
            if (before != null && isOpen.test(before))
                throw new CommException(
                        ErrorClass.SERVICE, "service name is taken: service=" + service + ", port=" + before);
            Path draft = folder.resolve("draft-" + ProcessHandle.current().pid());
            try {
                Files.writeString(draft, port);
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        });
    }

    /** @throws CommException of class SERVICE if the name is not published with this port */
    void unpublish(String service, String port) {
        Path file = file(service);
        change("unpublish " + service, () -> {
            String there = read(file);
            if (there == null || !there.equals(port))
                throw new CommException(
                        ErrorClass.SERVICE,
                        "service name is not published with this port: service=" + service + ", port=" + port);
            Files.deleteIfExists(file);
        });
    }

    private void change(String what, Change change) {
        // The lock is the process's, and some of its threads may be ranks.
        synchronized (ServiceNames.class) {
            Path file = folder.resolve("services.lock");
            try (FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                change.make();
            } catch (IOException e) {
                throw new CommException(ErrorClass.SERVICE, "cannot " + what + ": " + e.getMessage(), e);
            }
        }
    }

    /** Returns null if the name is not published. */
    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** @throws CommException of class NAME if the name is not published */
    String lookup(String service) {
        try {
            String port = read(file(service));
            if (port == null)
                throw new CommException(ErrorClass.NAME, "service name is not published: service=" + service);
            return port;
        } catch (IOException e) {
            throw new CommException(ErrorClass.NAME, "cannot look " + service + " up: " + e.getMessage(), e);
        }
    }

    private Path file(String service) {
        if (service == null || service.isEmpty())
            throw new CommException(ErrorClass.ARG, "service name is null or empty");
        String name = URLEncoder.encode(service, StandardCharsets.UTF_8);
        if (name.length() > LONGEST)
            throw new CommException(ErrorClass.ARG, "service name is too long: characters=" + service.length());
        return folder.resolve("service-" + name);
    }
}

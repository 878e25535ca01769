package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The service names that jobs of this user have published: a file each, which holds the name of the port.
 *
 * @param folder only the user can use it
 */
record ServiceNames(Path folder) {
    private static final int LONGEST = 200;
    private static final int REACH_MILLIS = 1000;

    /** @throws CommException of class SERVICE if the name is taken by a port that is open, ARG if it is none */
    void publish(String service, String port) {
        Path file = file(service);
        try {
            if (!write(file, port)) {
                String before = read(file);
                if (before != null && isOpen(before))
                    throw new CommException(
                            ErrorClass.SERVICE, "service name is taken: service=" + service + ", port=" + before);
                Files.deleteIfExists(file); // its job has been killed
                if (!write(file, port))
                    throw new CommException(ErrorClass.SERVICE, "service name is taken: service=" + service);
            }
        } catch (IOException e) {
            throw new CommException(ErrorClass.SERVICE, "cannot publish " + service + ": " + e.getMessage(), e);
        }
    }

    private boolean write(Path file, String port) throws IOException {
        try {
            Files.writeString(file, port, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
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

    private static boolean isOpen(String port) {
        try {
            for (InetSocketAddress address : Port.Location.parse(port).addresses()) {
                try (Socket socket = new Socket(Proxy.NO_PROXY)) {
                    socket.connect(address, REACH_MILLIS);
                    return true;
                } catch (IOException e) {
                    continue;
                }
            }
            return false;
        } catch (CommException e) {
            return false;
        }
    }

    /** @throws CommException of class SERVICE if the name is not published with this port */
    void unpublish(String service, String port) {
        Path file = file(service);
        try {
            String there = read(file);
            if (there == null || !there.equals(port))
                throw new CommException(
                        ErrorClass.SERVICE,
                        "service name is not published with this port: service=" + service + ", port=" + port);
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new CommException(ErrorClass.SERVICE, "cannot unpublish " + service + ": " + e.getMessage(), e);
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

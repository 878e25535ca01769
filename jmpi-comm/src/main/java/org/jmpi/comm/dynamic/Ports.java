package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.UserKey;

/** The ports that one process has opened, and the service names that it has published (MPI-4.1 section 11.9). */
public final class Ports {
    private final Connector connector;
    private final JmpiConfig config;
    private final Map<String, Connector.OpenPort> open = new ConcurrentHashMap<>();

    /** The port of each service name. */
    private final Map<String, String> services = new ConcurrentHashMap<>();

    /**
     * @param connector listens
     * @param config of this process
     */
    Ports(Connector connector, JmpiConfig config) {
        this.connector = connector;
        this.config = config;
    }

    /**
     * {@return the name of a new port, which holds no secret}
     *
     * @throws CommException of class PORT if this process cannot listen, or has no key of its user
     */
    public String open() {
        try {
            Connector.OpenPort port = connector.listen(secret(), false);
            open.put(port.name(), port);
            return port.name();
        } catch (IOException e) {
            throw new CommException(ErrorClass.PORT, "cannot open a port: " + e.getMessage(), e);
        }
    }

    /** Returns what the processes of this user prove to each other. */
    JobSecret secret() throws IOException {
        return connector.secret();
    }

    /**
     * Closes a port.
     *
     * @param name of the port
     * @throws CommException of class PORT if this process has not opened it
     */
    public void close(String name) {
        Connector.OpenPort port = get(name);
        if (open.remove(name, port)) port.close();
    }

    /** @throws CommException of class PORT if this process has no such port open */
    Connector.OpenPort get(String name) {
        Connector.OpenPort port = name == null ? null : open.get(name);
        if (port == null) throw new CommException(ErrorClass.PORT, "not a port that this process has open: " + name);
        return port;
    }

    /**
     * Publishes the name of a port for other jobs of this user.
     *
     * @param service names it
     * @param port as {@link #open} returned it
     * @throws CommException of class SERVICE if the name is taken; PORT if the port has no such name
     */
    public void publish(String service, String port) {
        Port.Location.parse(port);
        names(ErrorClass.SERVICE).publish(service, port);
        services.put(service, port);
    }

    /**
     * Takes a service name back.
     *
     * @param service the name
     * @param port that it was published with
     * @throws CommException of class SERVICE if the name is not published with this port
     */
    public void unpublish(String service, String port) {
        names(ErrorClass.SERVICE).unpublish(service, port);
        services.remove(service);
    }

    /**
     * {@return the name of the port that was published}
     *
     * @param service the name
     * @throws CommException of class NAME if the name is not published
     */
    public String lookup(String service) {
        return names(ErrorClass.NAME).lookup(service);
    }

    private ServiceNames names(ErrorClass errorClass) {
        try {
            return new ServiceNames(UserKey.folder(config.userFolder()), this::isOpen);
        } catch (IOException e) {
            throw new CommException(errorClass, "no service names: " + e.getMessage(), e);
        }
    }

    /** Returns whether a process of this user listens at a port of that name. */
    private boolean isOpen(String port) {
        if (open.containsKey(port)) return true;
        try {
            RootChannel.probe(Port.Location.parse(port), secret(), config);
            return true;
        } catch (CommException | IOException e) {
            return false;
        }
    }

    /** Takes all names back, and closes all ports. */
    void close() {
        services.forEach((service, port) -> {
            try {
                names(ErrorClass.SERVICE).unpublish(service, port);
            } catch (CommException e) {
                // Another job has taken the name over.
                return;
            }
        });
        services.clear();
        open.values().forEach(Connector.OpenPort::close);
        open.clear();
    }
}

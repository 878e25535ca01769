package org.jmpi.comm.dynamic;

import java.io.IOException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.UserKey;
import org.jmpi.comm.wireup.Wiring;

/** Connects by sockets, and by the transports in the class path. */
record SocketConnector(JmpiConfig config) implements Connector {
    @Override
    public Port listen(JobSecret key, boolean local) throws IOException {
        return Port.open(key, local, config);
    }

    @Override
    public RootChannel connect(String port, JobSecret key, Runnable wait) throws IOException {
        return RootChannel.connect(Port.Location.parse(port), key, config, wait);
    }

    @Override
    public JobSecret secret() throws IOException {
        return UserKey.secret(UserKey.folder(config.userFolder()), "ports");
    }

    @Override
    public JobSecret newSecret() {
        return JobSecret.create();
    }

    @Override
    public Iterable<TransportProvider> transports() {
        return Wiring.providers(SocketConnector.class.getClassLoader());
    }
}

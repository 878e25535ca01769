package org.jmpi.transport.rmi;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Tag;

/** TLS keeps the contract. */
@Tag("full") // without C2 the JDK encrypts some MB/s
class TlsTransportTest extends TransportContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(encrypted(site), handler);
    }

    @Override
    protected int longestChain() {
        return 2_000; // each is a remote call
    }

    /** Returns a site whose connections are encrypted. */
    static TransportSite encrypted(TransportSite site) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.tls", "on");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        return new TransportSite(site.rank(), site.size(), site.allLocal(), site.host(), site.secret(), config);
    }
}

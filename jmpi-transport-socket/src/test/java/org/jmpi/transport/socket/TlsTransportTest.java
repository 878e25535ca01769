package org.jmpi.transport.socket;

import java.io.IOException;
import java.security.Security;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Tag;

/** TLS keeps the contract; its keys change after each 2 MiB. */
@Tag("full") // without C2 the JDK encrypts some MB/s
class TlsTransportTest extends TransportContract {
    static {
        // Read once, before the first connection; 2^37 bytes otherwise.
        Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^21, ChaCha20-Poly1305 KeyUpdate 2^21");
    }

    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new SocketTransportProvider().open(encrypted(site), handler);
    }

    /** Returns a site whose connections are encrypted. */
    static TransportSite encrypted(TransportSite site) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.socket.buffer", Integer.toString(TestWorld.BUFFER_BYTES));
        settings.setProperty("jmpi.tls", "on");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        return new TransportSite(site.rank(), site.size(), site.allLocal(), site.host(), site.secret(), config);
    }
}

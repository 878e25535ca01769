package org.jmpi.transport.socket;

import java.io.IOException;
import java.security.Security;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.TlsContract;
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
        return new SocketTransportProvider().open(TlsContract.encrypted(site), handler);
    }
}

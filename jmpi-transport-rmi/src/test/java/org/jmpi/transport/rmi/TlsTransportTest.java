package org.jmpi.transport.rmi;

import java.io.IOException;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.TlsContract;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportContract;
import org.jmpi.comm.transport.TransportSite;
import org.junit.jupiter.api.Tag;

/** TLS keeps the contract. */
@Tag("full") // without C2 the JDK encrypts some MB/s
class TlsTransportTest extends TransportContract {
    @Override
    protected Transport open(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(TlsContract.encrypted(site), handler);
    }

    @Override
    protected int longestChain() {
        return 2_000; // each is a remote call
    }
}

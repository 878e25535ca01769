package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jmpi.comm.transport.ByteRelay;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.TlsContract;
import org.junit.jupiter.api.Test;

class TlsTest extends TlsContract {
    TlsTest() {
        super(new RmiTransportProvider());
    }

    @Override
    protected InetSocketAddress parse(String location) throws IOException {
        return RmiAddress.parse(location).socketAddresses().get(0);
    }

    @Override
    protected String location(InetSocketAddress address) {
        return RmiAddress.of(List.of(address), 0).toString();
    }

    @Test
    void aCutStreamIsALoss() throws Exception {
        try (TestWorld world = world();
                ByteRelay relay = new ByteRelay(
                        port(world), (bytes, count, before) -> before + count > LENGTH / 2 ? count - 1 : count)) {
            send(world, relay.address());
            Throwable cause = world.rank(1).nextLoss(0);
            assertTrue(cause.getMessage().contains("rank 0 ("), cause.getMessage());
            assertEquals(List.of(), world.rank(0).others(1));
        }
    }
}

package org.jmpi.comm.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.PeerAddress;
import org.junit.jupiter.api.Test;

/** The wiring reads the table of all ranks. */
class WiringTest {
    @Test
    void ranksWithoutMemoryOnTheirHostAreFound() {
        PeerAddress shm = new PeerAddress("shm", "a", "1");
        PeerAddress socket = new PeerAddress("socket", "a", "2");
        PeerAddress elsewhere = new PeerAddress("socket", "b", "3");
        assertEquals("{1}", apart(shm, socket, elsewhere));
        PeerAddress threads = new PeerAddress("threads", "a", "x");
        List<PeerAddress> oneJvm = List.of(threads, socket);
        assertEquals("{}", apart(PeerAddress.join(oneJvm), PeerAddress.join(oneJvm), elsewhere));
        assertEquals("{0, 1}", apart(PeerAddress.join(oneJvm), new PeerAddress("socket", "a", "4"), elsewhere));
    }

    private static String apart(PeerAddress... table) {
        return Wiring.apart(List.of(table), Set.of("shm")).toString();
    }

    @Test
    void messagesBetweenHostsAreProtectedByTlsAlone() {
        PeerAddress here = new PeerAddress("socket", "here", "");
        RankTable local = new RankTable(List.of(here, here));
        RankTable far = new RankTable(List.of(here, new PeerAddress("socket", "there", "")));
        Properties settings = new Properties();
        assertFalse(Wiring.isUnprotected(local, JmpiConfig.load(settings, Map.of())));
        assertTrue(Wiring.isUnprotected(far, JmpiConfig.load(settings, Map.of())));
        settings.setProperty("jmpi.tls", "on");
        assertFalse(Wiring.isUnprotected(far, JmpiConfig.load(settings, Map.of())));
        settings.setProperty("jmpi.tls", "off");
        assertFalse(Wiring.isUnprotected(far, JmpiConfig.load(settings, Map.of())));
    }
}

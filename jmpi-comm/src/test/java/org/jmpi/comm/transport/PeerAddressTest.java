package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class PeerAddressTest {
    private static final PeerAddress NEAR = new PeerAddress("near", "here", "");
    private static final PeerAddress FAR = new PeerAddress("far", "here", "[::1]:80");

    @Test
    void severalAreOne() {
        PeerAddress both = PeerAddress.join(List.of(NEAR, FAR));
        assertEquals(new PeerAddress("near+far", "here", "\n[::1]:80"), both);
        assertEquals(List.of(NEAR, FAR), both.split());
    }

    @Test
    void oneIsItself() {
        assertEquals(FAR, PeerAddress.join(List.of(FAR)));
        assertEquals(List.of(FAR), FAR.split());
    }

    @Test
    void refusesWhatWouldBeTakenApartInAnotherWay() {
        assertThrows(
                IllegalArgumentException.class,
                () -> PeerAddress.join(List.of(NEAR, new PeerAddress("far", "here", "a\nb"))));
        assertThrows(
                IllegalArgumentException.class,
                () -> PeerAddress.join(List.of(NEAR, new PeerAddress("a+b", "here", ""))));
        assertThrows(IllegalArgumentException.class, () -> new PeerAddress("a+b", "here", "one").split());
    }
}

package org.jmpi.comm.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PortRangeTest {
    private static PortRange parse(String text) {
        return PortRange.parse("jmpi.ports", text);
    }

    @Test
    void aRangeIsTwoPortsOrOne() {
        assertEquals(new PortRange(20_000, 20_010), parse(" 20000-20010 "));
        assertEquals(new PortRange(80, 80), parse("80"));
        assertSame(PortRange.ANY, parse(null));
        for (String text : new String[] {"", "-", "0-5", "5-4", "1-65536", "1-2-3", "x", "1,2"})
            assertEquals(
                    "setting jmpi.ports is not LO-HI, two ports from 1 to 65535: " + text,
                    assertThrows(IllegalArgumentException.class, () -> parse(text))
                            .getMessage());
    }

    private static List<Integer> tried(PortRange ports, int rank, Set<Integer> taken) throws IOException {
        List<Integer> tried = new ArrayList<>();
        int port = ports.bind(rank, each -> {
            tried.add(each);
            if (taken.contains(each)) throw new BindException("Address already in use");
            return each;
        });
        assertEquals(port, tried.get(tried.size() - 1));
        return tried;
    }

    @Test
    void ranksBeginAtDifferentPortsAndTakeTheNextOneThatIsFree() throws IOException {
        PortRange ports = new PortRange(10, 13);
        assertEquals(List.of(10), tried(ports, 0, Set.of()));
        assertEquals(List.of(12, 13, 10), tried(ports, 6, Set.of(12, 13)));
        assertEquals(List.of(0), tried(PortRange.ANY, 3, Set.of()));
        assertEquals(
                "no port of 10-13 is free (Address already in use): each rank of a host takes one;"
                        + " give more by --ports LO-HI (jmpi.ports)",
                assertThrows(IOException.class, () -> tried(ports, 1, Set.of(10, 11, 12, 13)))
                        .getMessage());
    }
}

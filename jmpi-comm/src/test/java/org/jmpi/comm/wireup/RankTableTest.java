package org.jmpi.comm.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.junit.jupiter.api.Test;

class RankTableTest {
    private static final PeerAddress HERE = new PeerAddress("socket", "here", "127.0.0.1:1");
    private static final PeerAddress ALSO_HERE = new PeerAddress("socket", "here", "127.0.0.1:2");
    private static final PeerAddress THERE = new PeerAddress("socket", "thère", "");

    @Test
    void readsWhatItWrote() throws IOException {
        for (PeerAddress each : List.of(HERE, THERE, ALSO_HERE)) assertEquals(each, read(bytes(each)));
        Host named = new Host("here", "4026531836 /dev/shm");
        Host copy = read(bytes(new PeerAddress("socket", named, ""))).host();
        assertEquals(List.of(named.name(), named.id()), List.of(copy.name(), copy.id()));
    }

    @Test
    void knowsWhetherAllRanksShareAHost() {
        assertTrue(new RankTable(List.of(HERE, ALSO_HERE)).allLocal());
        assertFalse(new RankTable(List.of(HERE, THERE)).allLocal());
        Host here = new Host("localhost", "1");
        Host there = new Host("localhost", "2");
        RankTable table =
                new RankTable(List.of(new PeerAddress("socket", here, ""), new PeerAddress("socket", there, "")));
        assertFalse(table.allLocal());
        assertEquals(1, table.ranksOn(new Host("other name", "2")));
    }

    @Test
    void refusesAnAddressThatIsCutAnywhere() throws IOException {
        byte[] bytes = bytes(THERE);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> read(cut));
        }
    }

    @Test
    void refusesAnAddressThatIsTooLong() throws IOException {
        PeerAddress longest = new PeerAddress("t", "h", "x".repeat(1024));
        assertEquals(longest, read(bytes(longest)));
        PeerAddress longer = new PeerAddress("t", "h", "x".repeat(1025));
        assertThrows(IOException.class, () -> bytes(longer));
        ByteArrayOutputStream forged = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(forged);
        for (String text : List.of("t", "h", "h", longer.location())) out.writeUTF(text);
        assertThrows(IOException.class, () -> read(forged.toByteArray()));
    }

    private static byte[] bytes(PeerAddress address) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RankTable.write(new DataOutputStream(bytes), address);
        return bytes.toByteArray();
    }

    private static PeerAddress read(byte[] bytes) throws IOException {
        return RankTable.readAddress(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}

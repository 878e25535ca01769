package org.jmpi.comm.bootstrap;

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
        RankTable table = new RankTable(List.of(HERE, THERE, ALSO_HERE));
        RankTable read = read(bytes(table), 3);
        assertEquals(table, read);
        assertEquals(THERE, read.address(1));
        Host named = new Host("here", "4026531836 /dev/shm");
        PeerAddress identified = new PeerAddress("socket", named, "");
        Host copy =
                read(bytes(new RankTable(List.of(identified))), 1).address(0).host();
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
    void refusesTheTableOfAnotherWorld() throws IOException {
        byte[] bytes = bytes(new RankTable(List.of(HERE, THERE)));
        String message = assertThrows(IOException.class, () -> read(bytes, 3)).getMessage();
        assertTrue(message.contains("ranks=2, from 3 to 3"), message);
    }

    @Test
    void refusesATableThatIsCutAnywhere() throws IOException {
        byte[] bytes = bytes(new RankTable(List.of(HERE, THERE)));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(IOException.class, () -> read(cut, 2));
        }
    }

    @Test
    void refusesAnAddressThatIsTooLong() throws IOException {
        PeerAddress longest = new PeerAddress("t", "h", "x".repeat(1024));
        assertEquals(longest, read(bytes(new RankTable(List.of(longest))), 1).address(0));
        PeerAddress longer = new PeerAddress("t", "h", "x".repeat(1025));
        assertThrows(IOException.class, () -> bytes(new RankTable(List.of(longer))));
        ByteArrayOutputStream forged = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(forged);
        out.writeInt(1);
        for (String text : List.of("t", "h", "h", longer.location())) out.writeUTF(text);
        assertThrows(IOException.class, () -> read(forged.toByteArray(), 1));
    }

    private static byte[] bytes(RankTable table) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        table.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static RankTable read(byte[] bytes, int size) throws IOException {
        return RankTable.read(new DataInputStream(new ByteArrayInputStream(bytes)), size, size);
    }
}

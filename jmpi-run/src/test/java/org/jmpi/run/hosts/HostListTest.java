package org.jmpi.run.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    @TempDir
    private Path folder;

    /** Returns such as {@code a 2, b 1 of 4}: hosts with their slots, and the most if that is said. */
    private static String text(HostList list) {
        return list.hosts().stream().map(HostListTest::text).collect(Collectors.joining(", "));
    }

    private static String text(Host host) {
        String most = host.maxSlots() == Host.UNLIMITED ? "" : " of " + host.maxSlots();
        return host.name() + " " + host.slots() + most + (host.here() ? " here" : "");
    }

    private HostList read(String text) throws IOException {
        return HostList.read(
                "--hostfile", Files.writeString(folder.resolve("hosts"), text).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost | localhost 1 here",
                "localhost:4 | localhost 4 here",
                "127.0.0.1:2,localhost | 127.0.0.1 3 here",
                "::1 | ::1 1 here",
                "[::1]:2 | ::1 2 here",
                "a.invalid,b.invalid:2 | a.invalid 1, b.invalid 2",
                "a.invalid, a.invalid:2 ,b.invalid,A.invalid | a.invalid 4, b.invalid 1",
                "me@a.invalid:3 | me@a.invalid 3",
                "[fe80::1%none]:2,2001:db8::5 | fe80::1%none 2, 2001:db8::5 1",
                "192.0.2.7:12 | 192.0.2.7 12"
            })
    void readsLists(String list, String hosts) {
        assertEquals(hosts, text(HostList.parse("-H", list)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "b.invalid,c.invalid | b.invalid 4, c.invalid 1",
                "localhost,me@b.invalid | localhost 2 here, b.invalid 4",
                "b.invalid:1,localhost | b.invalid 1, localhost 1 here"
            })
    void hostsThatAreKnownHaveTheirSlots(String list, String hosts) {
        HostList known = HostList.parse("-H", "127.0.0.1:2,b.invalid:4");
        assertEquals(hosts, text(HostList.parse("-H", list).known(known)).replace("127.0.0.1", "localhost"));
    }

    @Test
    void aStarIsTheNumberOfCores() {
        assertEquals("localhost " + CORES + " here", text(HostList.parse("-H", "localhost:*")));
        HostList other = HostList.parse("-H", "a.invalid:*");
        assertEquals("a.invalid " + CORES, text(other));
        assertEquals(
                List.of("-H: a.invalid:*: taken for " + CORES + " slots, as many as this host has cores"),
                other.notes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.invalid:two",
                "a.invalid:",
                "a b",
                "a,,b",
                "^a",
                "+n0",
                "a=2",
                "[a]:2",
                "a:-1",
                "@a",
                "-oProxyCommand=x",
                "-a",
                "-u@a",
                "[::1",
                "a@b@c"
            })
    void refusesWhatIsNoHost(String list) {
        assertEquals(
                "-H: not a host: '" + list.replace("a,,b", "") + "'; write HOST, HOST:N or HOST slots=N max_slots=M",
                assertThrows(BadInputException.class, () -> HostList.parse("-H", list))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.invalid | a.invalid 1",
                "a.invalid slots=2 | a.invalid 2",
                "a.invalid slots = 2 max_slots= 4 | a.invalid 2 of 4",
                "a.invalid max-slots=4 slots=2 | a.invalid 2 of 4",
                "a.invalid max_slots=4 | a.invalid 4 of 4",
                "a.invalid count=3 | a.invalid 3",
                "a.invalid cpu=3 | a.invalid 3",
                "a.invalid:3 | a.invalid 3",
                "\ta.invalid:3 # slots=4 | a.invalid 3",
                "me@a.invalid slots=2 | me@a.invalid 2",
                "a.invalid slots=2 username=me | me@a.invalid 2",
                "a.invalid:2 user=me | me@a.invalid 2",
                "[2001:db8::5]:2 | 2001:db8::5 2",
                "2001:db8::5 slots=2 | 2001:db8::5 2",
                "localhost slots=2 max_slots=9 | localhost 2 of 9 here"
            })
    void readsLines(String line, String hosts) throws IOException {
        assertEquals(hosts, text(read(line + "\n")));
    }

    @Test
    void linesOfOneHostAddUpAndCommentsCountForNothing() throws IOException {
        HostList list =
                read("# all\n\na.invalid\r\nb.invalid slots=2 # two\n  \na.invalid\na.invalid:2\nc.invalid slots=0\n");
        assertEquals("a.invalid 4, b.invalid 2", text(list));
        assertTrue(list.slotsSaid());
        assertFalse(read("a.invalid\nb.invalid\n").slotsSaid());
        assertEquals("a.invalid 2 of 2", text(read("a.invalid max_slots=2\na.invalid\n")));
    }

    @Test
    void keysOfOtherLaunchersHaveNoEffect() throws IOException {
        HostList list = read("a.invalid:2 ifhn=b binding=user:0\nb.invalid slots=2 sockets=1 port=22\n");
        assertEquals("a.invalid 2, b.invalid 2", text(list));
        assertEquals(1, list.notes().size());
        assertTrue(
                list.notes().get(0).endsWith("hosts: no effect here: binding, ifhn, port, sockets"),
                list.notes().get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "b slots=two | 'slots=two': 'two' is not a number of ranks",
                "b slots=-1 | 'slots=-1': '-1' is not a number of ranks",
                "b max_slots=* | 'max_slots=*': '*' is not a number of ranks",
                "b 2 | not a host: '2'; write HOST,",
                "b colour=red | not a host: 'colour=red'; write HOST,",
                "b username=-l | not a host: 'username=-l'; write HOST,",
                "b slots | not a host: 'slots'; write HOST,",
                "slots=2 | not a host: 'slots=2'; write HOST,",
                "b slots=5 max_slots=4 | b has more slots (5) than max_slots (4)",
                "b,c | not a host: 'b,c'; write HOST,"
            })
    void namesTheLineThatIsMalformed(String line, String message) {
        String whole = assertThrows(BadInputException.class, () -> read("a.invalid\n\n" + line + "\nz.invalid\n"))
                .getMessage();
        String start = "--hostfile " + folder.resolve("hosts") + ", line 3: ";
        assertTrue(whole.startsWith(start + message), whole);
        assertTrue(whole.contains(line), whole);
    }

    @Test
    void aFileWithoutHostsIsRefused() {
        String place = "--hostfile " + folder.resolve("hosts");
        assertEquals(
                place + ": names no host",
                assertThrows(BadInputException.class, () -> read("# none\n\n")).getMessage());
        assertEquals(
                place + ": no host has a slot",
                assertThrows(BadInputException.class, () -> read("a.invalid slots=0\n"))
                        .getMessage());
        String line = assertThrows(BadInputException.class, () -> HostList.read("--hostfile", "/no/such"))
                .getMessage();
        assertTrue(line.startsWith("--hostfile /no/such: cannot read the file: "), line);
    }

    @Test
    void aListChoosesAmongTheHostsOfAFile() throws IOException {
        HostList file = read("a.invalid slots=2\nb.invalid slots=3 max_slots=4\n");
        assertEquals("b.invalid 3 of 4", text(file.only("-H", HostList.parse("-H", "b.invalid"))));
        assertEquals("b.invalid 1 of 4", text(file.only("-H", HostList.parse("-H", "B.invalid:1"))));
        assertEquals(
                "-H: c.invalid is not in the host file",
                assertThrows(BadInputException.class, () -> file.only("-H", HostList.parse("-H", "c.invalid")))
                        .getMessage());
    }
}

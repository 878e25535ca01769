package org.jmpi.run.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapPolicyTest {
    /** Reads such as {@code 2 4/6}: the slots of each host, and the most. */
    private static HostList hosts(String text) {
        String[] words = text.split(" ");
        List<Host> hosts = IntStream.range(0, words.length)
                .mapToObj(i -> {
                    String[] numbers = words[i].split("/");
                    int most = numbers.length > 1 ? Integer.parseInt(numbers[1]) : Host.UNLIMITED;
                    return new Host("" + (char) ('a' + i), Integer.parseInt(numbers[0]), most, false);
                })
                .toList();
        return new HostList(hosts, true, List.of());
    }

    private static List<Integer> apps(String ranks) {
        return Stream.of(ranks.split("\\+")).map(Integer::valueOf).toList();
    }

    /** Returns such as {@code 0-1@a 2@b}: the ranks of each process at its host. */
    private static String text(ProcessMap map) {
        return map.processes().stream()
                .map(placed -> {
                    String last = placed.ranks() == 1 ? "" : "-" + (placed.firstRank() + placed.ranks() - 1);
                    return placed.firstRank() + last + "@" + (char) ('a' + placed.host());
                })
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slot | 2 2 | 4 | 1 | 0@a 1@a 2@b 3@b",
                "slot | 2 2 | 3 | 1 | 0@a 1@a 2@b",
                "slot | 2 2 | 1 | 1 | 0@a",
                "slot | 1 3 | 7 | 1 | 0@a 1@a 2@a 3@b 4@b 5@b 6@b",
                "slot | 1/1 3 | 7 | 1 | 0@a 1@b 2@b 3@b 4@b 5@b 6@b",
                "slot | 3 3 | 6 | 2 | 0-1@a 2@a 3-4@b 5@b",
                "slot | 2 2 | 8 | 4 | 0-3@a 4-7@b",
                "slot | 2 2 | 1+3 | 1 | 0@a 1@a 2@b 3@b",
                "slot | 4 4 | 1+5 | 2 | 0@a 1-2@a 3@a 4-5@b",
                "node | 2 2 | 4 | 1 | 0@a 1@b 2@a 3@b",
                "node | 1 3 | 4 | 1 | 0@a 1@b 2@b 3@b",
                "node | 1 3 | 6 | 1 | 0@a 1@b 2@b 3@b 4@a 5@b",
                "node | 1/1 1 | 4 | 1 | 0@a 1@b 2@b 3@b",
                "node | 4 4 | 6 | 2 | 0-1@a 2-3@b 4-5@a",
                "ppr:2:node | 4 4 | 4 | 1 | 0@a 1@a 2@b 3@b",
                "ppr:2:node | 4 4 | 3 | 1 | 0@a 1@a 2@b",
                "PPR:3:NODE:OVERSUBSCRIBE | 1 1 | 6 | 3 | 0-2@a 3-5@b"
            })
    void mapsRanksToHosts(String policy, String hosts, String ranks, int threads, String map) {
        ProcessMap mapped = MapPolicy.parse(policy).map(hosts(hosts), apps(ranks), threads);
        assertEquals(map, text(mapped));
        for (int process = 0; process < mapped.processes().size(); process++) {
            ProcessMap.Placed placed = mapped.get(process);
            for (int i = 0; i < placed.ranks(); i++) assertEquals(process, mapped.processOf(placed.firstRank() + i));
        }
    }

    /** Each world runs beside those before it, and each of them has as many ranks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slot | 2 2 1 | 2 | 0@a 1@a; 0@b 1@b; 0@a 1@c; 0@a 1@b",
                "slot | 1/2 3 | 3 | 0@a 1@b 2@b; 0@a 1@b 2@b; 0@b 1@b 2@b",
                "node | 2 2 | 1 | 0@a; 0@a; 0@b; 0@b; 0@a"
            })
    void worldsFillTheSlotsThatAreFree(String policy, String text, int ranks, String maps) {
        HostList hosts = hosts(text);
        for (String map : maps.split("; ")) {
            ProcessMap mapped = MapPolicy.parse(policy).map(hosts, List.of(ranks), 1);
            assertEquals(map, text(mapped));
            hosts = hosts.beside(hosts, mapped);
        }
    }

    @Test
    void worldsHaveNoMoreRanksThanSlotsIfThatIsRefused() {
        MapPolicy policy = MapPolicy.parse("slot:nooversubscribe");
        HostList hosts = hosts("2 2");
        HostList left = hosts.beside(hosts, policy.map(hosts, List.of(3), 1));
        assertEquals("0@b", text(policy.map(left, List.of(1), 1)));
        assertThrows(BadInputException.class, () -> policy.map(left, List.of(2), 1));
    }

    @Test
    void aProcessRunsOneProgramAndKnowsItsPlaceOnTheHost() {
        ProcessMap map = MapPolicy.parse("node").map(hosts("2 2"), List.of(1, 3), 1);
        assertEquals(
                List.of(0, 1, 1, 1),
                map.processes().stream().map(ProcessMap.Placed::app).toList());
        assertEquals(List.of(1, 3), map.on(1));
        assertEquals(2, map.ranksOn(1));
        assertEquals(1, map.localRank(3));
        assertEquals(4, map.ranks());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slot | 4/4 4/4 4 | 14 | ",
                "slot | 4/4 4/4 4/4 | 14 | -np 14: the hosts take 12 ranks at most: raise max_slots",
                "node | 1/2 | 3 | -np 3: the hosts take 2 ranks at most: raise max_slots",
                "nooversubscribe | 2 2 | 5 | -np 5: the hosts take 4 ranks at most: start fewer, name more slots, or",
                "ppr:2:node | 4 4 | 5 | -np 5 with 2 ranks per host needs 3 hosts; there are 2",
                "ppr:2:node | 4 | 5 | -np 5 with 2 ranks per host needs 3 hosts; there is 1",
                "ppr:3:node | 2/2 4/4 | 6 | 3 ranks per host: a takes 2 ranks at most",
                "ppr:3:node:nooversubscribe | 4 2 | 6 | 3 ranks per host: b takes 2 ranks at most"
            })
    void refusesMoreThanTheHostsTake(String policy, String hosts, int ranks, String message) {
        MapPolicy parsed = MapPolicy.parse(policy);
        if (message == null) {
            assertEquals(ranks, parsed.map(hosts(hosts), List.of(ranks), 1).ranks());
            return;
        }
        String line = assertThrows(BadInputException.class, () -> parsed.map(hosts(hosts), List.of(ranks), 1))
                .getMessage();
        assertTrue(line.startsWith(message), line);
    }

    @Test
    void moreRanksThanSlotsAreNoted() {
        HostList hosts = hosts("2 2");
        MapPolicy policy = MapPolicy.DEFAULT;
        assertEquals("", policy.note(hosts, policy.map(hosts, List.of(4), 1)));
        assertEquals(
                "oversubscribed: 3 ranks on the 2 slots of a (--oversubscribe says that you know)",
                policy.note(hosts, policy.map(hosts, List.of(5), 1)));
        assertEquals(
                "oversubscribed: 3 ranks on the 2 slots of a and 1 more (--oversubscribe says that you know)",
                policy.note(hosts, policy.map(hosts, List.of(6), 1)));
        MapPolicy allowed = policy.with(MapPolicy.Oversubscription.ALLOWED);
        assertEquals("", allowed.note(hosts, allowed.map(hosts, List.of(6), 1)));
        HostList unsaid = new HostList(hosts.hosts(), false, List.of());
        assertEquals("", policy.note(unsaid, policy.map(unsaid, List.of(6), 1)));
    }

    @Test
    void theUsualNumberOfRanksIsThatOfSlots() {
        assertEquals(5, MapPolicy.DEFAULT.defaultRanks(hosts("2 3")));
        assertEquals(4, MapPolicy.DEFAULT.perHost(2).defaultRanks(hosts("2 3")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"core", "socket", "ppr:2:socket", "ppr:x:node", "ppr:0:node", "seq", "node:pe=2", "foo"})
    void refusesOtherPolicies(String text) {
        String line = assertThrows(BadInputException.class, () -> MapPolicy.parse(text))
                .getMessage();
        assertTrue(line.startsWith("--map-by " + text + ": neither slot, node nor ppr:N:node; "), line);
    }
}

package org.jmpi.comm.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.PeerAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AddressExchangeTest {
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private static PeerAddress address(int rank) {
        return new PeerAddress("t", "host" + rank, "place " + rank);
    }

    private static AddressExchange exchange(FakeJob job, int process) {
        return new AddressExchange(job.wireUp(process), LIMIT_NANOS);
    }

    @Test
    void everyProcessLearnsTheAddressesOfAllRanks() throws Exception {
        FakeJob job = new FakeJob(1, 3, 2);
        List<AddressExchange> exchanges = List.of(exchange(job, 0), exchange(job, 1), exchange(job, 2));
        for (int round = 0; round < 20; round++) {
            int shift = 100 * round;
            List<List<PeerAddress>> mine = List.of(
                    List.of(address(shift)),
                    List.of(address(shift + 1), address(shift + 2), address(shift + 3)),
                    List.of(address(shift + 4), address(shift + 5)));
            List<CompletableFuture<RankTable>> tables = new ArrayList<>();
            for (int process = 0; process < 3; process++) {
                AddressExchange exchange = exchanges.get(process);
                List<PeerAddress> own = mine.get(process);
                tables.add(CompletableFuture.supplyAsync(
                        () -> exchange.exchange(own), body -> new Thread(body, "process").start()));
            }
            List<PeerAddress> all = mine.stream().flatMap(List::stream).toList();
            for (CompletableFuture<RankTable> table : tables) assertEquals(new RankTable(all), table.get());
        }
    }

    /** Returns the failure of rank 0 that reads what rank 1 has published. */
    private static String messageFor(byte[] published) throws Exception {
        FakeJob job = new FakeJob(1, 1);
        WireUp other = job.wireUp(1);
        CompletableFuture<Void> came = CompletableFuture.runAsync(
                () -> {
                    try {
                        other.put("address.0.0", published);
                        other.fence(LIMIT_NANOS);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                },
                body -> new Thread(body, "other").start());
        String message = assertThrows(
                        CommException.class, () -> exchange(job, 0).exchange(List.of(address(0))))
                .getMessage();
        came.get();
        return message;
    }

    @Test
    void aRankOfAnotherVersionIsNamedWithItsHost() throws Exception {
        byte[] newer = ByteBuffer.allocate(100)
                .put("JMPI".getBytes())
                .putInt(AddressExchange.VERSION + 1)
                .putInt(4)
                .put("far!".getBytes())
                .array();
        assertEquals(
                "rank 1 on host far! runs version " + (AddressExchange.VERSION + 1)
                        + " of JMPI's protocol, and rank 0 on host host0 version " + AddressExchange.VERSION
                        + ": use the same JMPI on every host",
                messageFor(newer));
    }

    @Test
    void aValueOfAnotherProgramIsNoAddress() throws Exception {
        assertEquals("rank 1 has published no address of JMPI", messageFor("10.0.0.1:4000".getBytes()));
    }

    @Test
    void aFenceThatFailsIsTheReason() {
        AddressExchange exchange = new AddressExchange(new FakeJob(1, 1).wireUp(0), 10_000_000);
        assertEquals(
                "not every process came",
                assertThrows(CommException.class, () -> exchange.exchange(List.of(address(0))))
                        .getMessage());
    }
}

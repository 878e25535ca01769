package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EncounterTest {
    private static final long NANOS = 30_000_000_000L;

    private final JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());

    private static <T> CompletableFuture<T> async(Supplier<T> body) {
        return CompletableFuture.supplyAsync(body, each -> new Thread(each).start());
    }

    /** Both sides write before either reads, unless they take turns: then the connection is full for good. */
    @Test
    void rootsExchangeMoreThanAConnectionHolds() throws Exception {
        RankThreads one = RankThreads.create(1, config);
        RankThreads other = RankThreads.create(1, config);
        JobSecret key = JobSecret.create();
        try (Port port = Port.open(key, true, config)) {
            CompletableFuture<RootChannel> connecting = async(() -> {
                try {
                    return RootChannel.connect(Port.Location.parse(port.name()), key, config, () -> {});
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (RootChannel accepted = port.accept(() -> {});
                    RootChannel connected = connecting.get()) {
                CompletableFuture<List<byte[]>> there = async(() -> exchange(other, connected, false));
                List<byte[]> here = exchange(one, accepted, true);
                assertEquals(2, here.size());
                assertEquals(2, there.get().size());
                assertEquals((16 << 20) + Integer.BYTES, here.get(1).length);
            }
        } finally {
            one.close();
            other.close();
        }
    }

    private static List<byte[]> exchange(RankThreads world, RootChannel channel, boolean accepts) {
        Communicator comm = world.world(0).worldComm();
        return new Encounter(comm, "test", 0, channel, accepts, NANOS)
                .exchange(new ControlWriter().writeBlock(new byte[16 << 20]));
    }

    /** A group does not wait for a root that throws any exception. */
    @Test
    void aRootThatFailsFailsTheCallAtAll() throws Exception {
        RankThreads worlds = RankThreads.create(2, config);
        try {
            CompletableFuture<Communicator> other = async(() -> meet(worlds, 1));
            assertThrows(CommException.class, () -> meet(worlds, 0));
            ExecutionException failure = assertThrows(ExecutionException.class, other::get);
            CommException known = (CommException) failure.getCause();
            assertEquals(ErrorClass.PORT, known.errorClass());
            assertTrue(known.getMessage().contains("thrown by the test"), known.getMessage());
        } finally {
            worlds.close();
        }
    }

    private Communicator meet(RankThreads worlds, int rank) {
        Bridges bridges = new Bridges(worlds.world(rank).process(), config, "here", new SocketConnector(config));
        Bridges.Call call = new Bridges.Call("test", "", ErrorClass.PORT, true);
        return bridges.meet(worlds.world(rank).worldComm(), call, 0, () -> true, () -> {
            throw new IllegalStateException("thrown by the test");
        });
    }
}

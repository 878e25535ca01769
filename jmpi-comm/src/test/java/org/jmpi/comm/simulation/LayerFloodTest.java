package org.jmpi.comm.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.frame.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks flood each other with requests of a layer, more than the credit of a peer. The simulator finds a deadlock. */
@Timeout(600)
class LayerFloodTest {
    private static final int MOST_RANKS = 4;
    private static final int MOST_REQUESTS = 100;

    /** Bounds the bytes of a flood: a packet may have no more than 64 of them. */
    private static final int MOST_WINDOWS = 2;

    /** How many runs there are: in every build, and in the full lane. */
    private static final int SEEDS = Integer.getInteger("jmpi.simulation.runs", 25);

    private static final int ALL_SEEDS = 100;

    /** The least that the layers of a rank have at a peer, in bytes, and the bytes that each frame takes more. */
    private static final int WINDOW = 64 << 10;

    private static final int OVERHEAD = 128;

    /** Answers a request by its word and payload. */
    private static final class Echo implements Layer {
        private Frames frames;

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public void open(Frames opened) {
            frames = opened;
            opened.register(0, (from, word, payload, answer) -> answer.send(word, payload));
        }
    }

    /** One flood: the requests of one thread of a rank to all others. */
    private record Flood(int requests, int bytes, int longAnswers) {
        static Flood drawn(SimulationRandom random) {
            int bytes = (int) random.oneOf(0, 1000, 8000, WINDOW / 2 - OVERHEAD);
            int most = Math.min(MOST_REQUESTS, MOST_WINDOWS * WINDOW / (bytes + OVERHEAD));
            return new Flood(1 + random.below(most), bytes, (int) random.oneOf(0, 2, 5));
        }

        /** Returns the room of an answer; some are longer than that. */
        private int room(int number) {
            return longAnswers > 0 && number % longAnswers == 0 ? bytes / 2 : bytes;
        }

        void run(Frames frames) {
            List<CompletableFuture<Reply>> replies = new ArrayList<>();
            int[] underWay = new int[frames.size()];
            for (int number = 0; number < requests; number++)
                for (int to = 0; to < frames.size(); to++) {
                    if (to == frames.rank()) continue;
                    replies.add(request(frames.peer(to), number, underWay));
                    // The room of the answers bounds the requests under way. So it bounds the memory of both ranks.
                    assertTrue(underWay[to] <= WINDOW / (OVERHEAD + room(0)), "requests under way: " + underWay[to]);
                }
            for (CompletableFuture<Reply> reply : replies)
                assertEquals(bytes, frames.await(reply).payload().remaining());
        }

        private CompletableFuture<Reply> request(Peer peer, int number, int[] underWay) {
            CompletableFuture<Reply> reply = peer.request(0, number, ByteBuffer.allocate(bytes), room(number));
            underWay[peer.rank()]++;
            reply.whenComplete((value, failure) -> underWay[peer.rank()]--);
            return reply;
        }
    }

    private static void run(long seed) {
        SimulationRandom random = new SimulationRandom(~seed);
        int ranks = 2 + random.below(MOST_RANKS - 1);
        Flood[] floods = new Flood[2 * ranks];
        for (int i = 0; i < floods.length; i++) floods[i] = Flood.drawn(random);
        boolean hasThreads = random.below(2) == 0;
        Simulation.Options options = Simulation.Options.SEEDED.with("jmpi.eager.window", "" + WINDOW);
        int[] ended = {0};
        Simulation.Result result =
                Simulation.run(seed, ranks, options, (rank, world) -> flood(rank, world, floods, hasThreads, ended));
        assertEquals(List.of(), result.findings(), result.line());
        assertEquals(ranks, ended[0], result.line());
    }

    private static void flood(int rank, Communicator world, Flood[] floods, boolean hasThreads, int[] ended) {
        Frames frames = world.process().layer(Echo.class, Echo::new).frames;
        // Each rank has the layer before another one asks for it.
        world.collectives().run("Barrier", Barrier::run);
        Runnable join = hasThreads ? Simulation.start(() -> floods[2 * rank + 1].run(frames)) : () -> {};
        floods[2 * rank].run(frames);
        join.run();
        ended[0]++;
    }

    @Test
    void ranksThatFloodEachOtherDoNotWaitForEachOther() {
        for (long seed = 1; seed <= SEEDS; seed++) run(seed);
    }

    @Test
    @Tag("full")
    void neitherDoTheyInMoreRuns() {
        for (long seed = SEEDS + 1; seed <= ALL_SEEDS; seed++) run(seed);
    }
}

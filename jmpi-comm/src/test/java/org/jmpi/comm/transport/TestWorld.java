package org.jmpi.comm.transport;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.trust.JobSecret;

/** Some ranks in this JVM, each with an end of its own of the transport under test. */
public final class TestWorld implements AutoCloseable {
    /** Opens a rank's end; the sites of one world share a secret, and are given in the order of their ranks. */
    @FunctionalInterface
    public interface Opener {
        Transport open(TransportSite site, FrameHandler handler) throws IOException;
    }

    /** A buffer that the tests fill easily. */
    public static final int BUFFER_BYTES = 64 << 10;

    private TestRank[] ranks;
    private final JobSecret secret = JobSecret.create();

    /** Returns a driven rank that joins the others; null if the transport does not let it reach them. */
    TestRank join(Opener opener) throws IOException {
        int number = ranks.length;
        TestRank joined = new TestRank(number, number + 1);
        joined.open(opener.open(site(number, number + 1, secret), joined));
        TestRank[] more = Arrays.copyOf(ranks, number + 1);
        more[number] = joined;
        PeerAddress[] addresses =
                Arrays.stream(more).map(rank -> rank.transport().address()).toArray(PeerAddress[]::new);
        for (TestRank rank : ranks)
            if (!rank.transport().reaches(addresses[number])
                    || !joined.transport().reaches(addresses[rank.number()])) {
                joined.transport().close();
                return null;
            }
        for (TestRank rank : ranks) rank.join(addresses[number]);
        ranks = more;
        joined.connect(addresses);
        joined.drive();
        return joined;
    }

    private TestWorld(Opener opener, int size) throws IOException {
        ranks = new TestRank[size];
        PeerAddress[] addresses = new PeerAddress[size];
        for (int i = 0; i < size; i++) {
            ranks[i] = new TestRank(i, size);
            ranks[i].open(opener.open(site(i, size, secret), ranks[i]));
            addresses[i] = ranks[i].transport().address();
        }
        for (TestRank rank : ranks) rank.connect(addresses);
    }

    /** Opens a world in which nobody polls yet. */
    public static TestWorld still(Opener opener, int size) throws IOException {
        return new TestWorld(opener, size);
    }

    /** Opens a world in which every rank is driven. */
    public static TestWorld driven(Opener opener, int size) throws IOException {
        TestWorld world = new TestWorld(opener, size);
        for (TestRank rank : world.ranks) rank.drive();
        return world;
    }

    /** Returns what a rank of a test is told when it opens. */
    public static TransportSite site(int rank, int size, JobSecret secret) {
        Properties settings = new Properties();
        settings.setProperty("jmpi.socket.buffer", Integer.toString(BUFFER_BYTES));
        return new TransportSite(
                rank, size, true, Host.named("localhost"), secret, JmpiConfig.load(settings, Map.of()));
    }

    public TestRank rank(int rank) {
        return ranks[rank];
    }

    public JobSecret secret() {
        return secret;
    }

    /** Closes a rank in an orderly way. */
    public void depart(int rank) {
        ranks[rank].stopDriving();
        ranks[rank].transport().close(TransportContract.LIMIT_SECONDS * 1_000_000_000L);
    }

    /** Closes a rank as if its process had died. */
    public void kill(int rank) {
        ranks[rank].stopDriving();
        ranks[rank].transport().close();
    }

    @Override
    public void close() {
        for (int i = 0; i < ranks.length; i++) kill(i);
    }
}

package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import org.jmpi.comm.control.RankSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What JMX clients see of two ranks. */
@Timeout(60)
class RankBeanTest {
    private static ObjectName name(String keys) throws JMException {
        return new ObjectName("org.jmpi:type=Rank," + keys);
    }

    private static RankMXBean bean(String keys) throws JMException {
        return JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), name(keys), RankMXBean.class);
    }

    @Test
    void countersAreThoseOfTheRank() throws JMException {
        try (TwoRanks ranks = new TwoRanks("jmpi.jmx", "true")) {
            ranks.exchange();
            RankMXBean sender = bean("rank=0");
            RankMXBean receiver = bean("rank=1");
            assertEquals(0, sender.getRank());
            assertEquals(2, sender.getSize());
            assertEquals("threads", sender.getTransport());
            assertTrue(sender.isFinalized());
            assertEquals(3, sender.getMessagesSent() - sender.getCollectiveMessagesSent());
            assertEquals(48, sender.getBytesSent() - sender.getCollectiveBytesSent());
            assertEquals(3, receiver.getMessagesReceived() - receiver.getCollectiveMessagesReceived());
            assertEquals(48, receiver.getBytesReceived() - receiver.getCollectiveBytesReceived());
            assertEquals(receiver.getMessagesReceivedFrom()[0], sender.getMessagesSentTo()[1]);
            assertArrayEquals(new long[] {0, sender.getBytesSent()}, sender.getBytesSentTo());
            assertEquals(3, sender.getCollectives());
            assertEquals(1, sender.getCalls().get("Isend").getCount());
            assertEquals(1, sender.getCalls().get("Allreduce").getCount());
            assertEquals(2, receiver.getCalls().get("Recv").getCount());
            assertTrue(receiver.getUnexpectedMessages() >= 2);
            assertTrue(receiver.getWaitTime() > 0);
            assertEquals(0, receiver.getBlockedCalls().length);
            assertEquals(0, receiver.getBlockedTime());
            RankSample sample = new RankSample(
                    1,
                    RankSample.LifeState.FINALIZED,
                    receiver.getMessagesSent(),
                    receiver.getBytesSent(),
                    receiver.getMessagesReceived(),
                    receiver.getBytesReceived());
            assertEquals(sample, ranks.samples().get(1));
        }
        assertFalse(ManagementFactory.getPlatformMBeanServer().isRegistered(name("rank=0")));
    }

    @Test
    void ranksThatDoNotCountSaySo() {
        try (TwoRanks ranks = new TwoRanks()) {
            assertEquals(
                    List.of(
                            RankSample.uncounted(0, RankSample.LifeState.RUNNING),
                            RankSample.uncounted(1, RankSample.LifeState.RUNNING)),
                    ranks.samples());
        }
    }

    @Test
    void aSecondWorldHasNamesOfItsOwn() throws JMException {
        try (TwoRanks first = new TwoRanks("jmpi.jmx", "true");
                TwoRanks second = new TwoRanks("jmpi.jmx", "true")) {
            first.run(session -> assertFalse(session.isFinished()));
            second.exchange();
            assertFalse(bean("rank=1").isFinalized());
            assertTrue(bean("rank=1,world=2").isFinalized());
        }
    }
}

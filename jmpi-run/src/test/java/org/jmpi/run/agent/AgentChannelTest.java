package org.jmpi.run.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AgentChannelTest {
    private static final long BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long UNBOUND_NANOS = TimeUnit.DAYS.toNanos(1);

    private final LinkedBlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    private final PipedInputStream up = new PipedInputStream(1 << 16);
    private final PipedInputStream down = new PipedInputStream(1 << 16);
    private AgentChannel parent;
    private AgentChannel child;

    private final class Hearing implements AgentChannel.Receiver {
        @Override
        public void received(AgentFrame frame) throws IOException {
            heard.add(frame.message());
        }

        @Override
        public void lost(String reason) {
            heard.add(reason);
        }
    }

    private void open(long ofParent, long ofChild) throws Exception {
        PipedOutputStream toUp = new PipedOutputStream(up);
        PipedOutputStream toDown = new PipedOutputStream(down);
        parent = new AgentChannel("parent", up, toDown, toDown, ofParent, new Hearing());
        child = new AgentChannel("child", down, toUp, toUp, ofChild, new AgentChannel.Receiver() {
            @Override
            public void received(AgentFrame frame) {
                child.forward(frame);
            }

            @Override
            public void lost(String reason) {}
        });
    }

    @AfterEach
    void close() {
        parent.close();
        child.close();
    }

    @Test
    void aFrameComesBackAsItWasSent() throws Exception {
        open(UNBOUND_NANOS, UNBOUND_NANOS);
        parent.start();
        child.start();
        parent.send(7, new AgentMessage.Exited(3, 137, "boom ü"));
        assertEquals(new AgentMessage.Exited(3, 137, "boom ü"), heard.take());
    }

    @Test
    void anIdleChannelIsKept() throws Exception {
        open(BOUND_NANOS, BOUND_NANOS);
        parent.start();
        child.start();
        assertNull(heard.poll(3 * BOUND_NANOS, TimeUnit.NANOSECONDS));
    }

    @Test
    void aSilentSideIsLost() throws Exception {
        open(BOUND_NANOS, UNBOUND_NANOS);
        parent.start();
        assertEquals("no sign of life for 0.5 s", heard.take());
    }

    @Test
    void theSettingForTheSilenceIsNamed() throws Exception {
        open(UNBOUND_NANOS, UNBOUND_NANOS);
        parent.start();
        parent.bound(BOUND_NANOS, null);
        assertEquals("no sign of life for 0.5 s (jmpi.failure.timeout)", heard.take());
    }

    @Test
    void aDatagramIsASignOfLife() throws Exception {
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of("JMPI_IFACE", "127.0.0.0/8"));
        JobSecret secret = JobSecret.create();
        try (HeartbeatSocket ofParent = HeartbeatSocket.open(config, secret, 0);
                HeartbeatSocket ofChild = HeartbeatSocket.open(config, secret, 0)) {
            PipedOutputStream toDown = new PipedOutputStream(down);
            up.connect(new PipedOutputStream());
            parent = new AgentChannel("parent", up, toDown, toDown, UNBOUND_NANOS, new Hearing());
            child = new AgentChannel(
                    "child", down, OutputStream.nullOutputStream(), () -> {}, UNBOUND_NANOS, new Hearing());
            parent.start();
            child.start();
            parent.bound(BOUND_NANOS, ofParent);
            child.bound(BOUND_NANOS, ofChild);
            assertNull(heard.poll(5 * BOUND_NANOS, TimeUnit.NANOSECONDS));
            child.close();
            assertEquals("no sign of life for 0.5 s (jmpi.failure.timeout)", heard.take());
        }
    }

    /** Ten ticks are the bound. */
    @Test
    void eachByteOfALongFrameIsASignOfLife() throws Exception {
        SynchronousQueue<Integer> bytes = new SynchronousQueue<>();
        Semaphore reads = new Semaphore(0);
        InputStream slow = new InputStream() {
            @Override
            public int read() throws IOException {
                reads.release();
                try {
                    return bytes.take();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                into[offset] = (byte) read();
                return 1;
            }
        };
        child = new AgentChannel("slow", slow, OutputStream.nullOutputStream(), slow, UNBOUND_NANOS, new Hearing());
        parent = child;
        child.start();
        byte[] frame = AgentFrame.of(7, new AgentMessage.Exited(3, 137, "boom")).bytes();
        for (byte one : frame) {
            reads.acquire();
            for (int tick = 0; tick < 9; tick++) child.tick();
            bytes.put(Byte.toUnsignedInt(one));
        }
        assertEquals(new AgentMessage.Exited(3, 137, "boom"), heard.take());
        for (int tick = 0; tick < 11; tick++) child.tick();
        assertEquals("no sign of life for 86400 s", heard.take());
    }

    @Test
    void aHeartBeatOvertakesWhatWaits() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch room = new CountDownLatch(1);
        down.connect(new PipedOutputStream());
        PipedOutputStream toUp = new PipedOutputStream(up);
        OutputStream full = new FilterOutputStream(toUp) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                writing.countDown();
                awaitEnd(room);
                out.write(bytes, offset, length);
            }
        };
        child = new AgentChannel("full", down, full, toUp, UNBOUND_NANOS, new Hearing());
        parent = child;
        child.start();
        for (int host = 0; host < 3; host++) child.send(host, new AgentMessage.End(true));
        writing.await();
        child.tick();
        child.tick();
        room.countDown();
        DataInputStream in = new DataInputStream(up);
        List<Integer> hosts = new ArrayList<>();
        for (int frame = 0; frame < 4; frame++) hosts.add(AgentFrame.read(in).host());
        assertEquals(List.of(0, AgentFrame.NEIGHBOUR, 1, 2), hosts);
    }

    /** A receiver that waits for the process behind the channel, for instance. */
    @Test
    void aLossThatTakesTimeDelaysNoHeartBeat() throws Exception {
        CountDownLatch losing = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        PipedInputStream silence = new PipedInputStream(new PipedOutputStream());
        AgentChannel slow = new AgentChannel(
                "slow", silence, OutputStream.nullOutputStream(), silence, BOUND_NANOS, new AgentChannel.Receiver() {
                    @Override
                    public void received(AgentFrame frame) {}

                    @Override
                    public void lost(String reason) {
                        losing.countDown();
                        awaitEnd(over);
                    }
                });
        slow.start();
        losing.await();
        open(BOUND_NANOS, BOUND_NANOS);
        parent.start();
        assertInstanceOf(
                AgentMessage.Alive.class,
                AgentFrame.read(new DataInputStream(down)).message());
        over.countDown();
    }

    private static void awaitEnd(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theEndOfTheStreamIsTold() throws Exception {
        open(UNBOUND_NANOS, UNBOUND_NANOS);
        parent.start();
        child.start();
        child.closeWhenSent(BOUND_NANOS);
        assertEquals("the connection to it has ended", heard.take());
    }

    @Test
    void bytesThatAreNoFrameEndTheChannel() throws Exception {
        open(UNBOUND_NANOS, UNBOUND_NANOS);
        parent.start();
        try (PipedOutputStream none = new PipedOutputStream()) {
            none.flush();
        }
        child.forward(new AgentFrame(0, new byte[] {-1, 0, 0, 0}));
        child.start();
        Object reason = assertInstanceOf(String.class, heard.take());
        assertTrue(reason.toString().startsWith("it sent a frame of -"), reason.toString());
    }
}

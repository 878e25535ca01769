package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.tls.Tls;
import org.jmpi.tls.TlsConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The thread that reads from the network computes nothing for whoever connects. */
class TlsHandlerTest {
    private final Queue<Runnable> worker = new ArrayDeque<>();
    private TlsConnection initiator;
    private EmbeddedChannel acceptor;
    private boolean active;

    @BeforeEach
    void open() throws IOException {
        Tls tls = Tls.ofJob(JobSecret.create());
        initiator = tls.connection(true);
        acceptor = new EmbeddedChannel(new TlsHandler(tls.connection(false), worker::add), new Activity());
    }

    @AfterEach
    void close() {
        acceptor.finishAndReleaseAll();
    }

    private final class Activity extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            active = true;
        }
    }

    /** Hands the records of the initiator to the acceptor. */
    private void send() {
        ByteBuffer records = initiator.outgoing().flip();
        acceptor.writeInbound(Unpooled.copiedBuffer(records));
        records.clear();
    }

    private void receive() {
        for (ByteBuf records = acceptor.readOutbound(); records != null; records = acceptor.readOutbound()) {
            initiator.incoming().put(records.nioBuffer());
            records.release();
        }
    }

    /** Runs what the handler has left to the worker; returns how much that was. */
    private int work() {
        int count = 0;
        for (Runnable each = worker.poll(); each != null; each = worker.poll()) {
            each.run();
            acceptor.runPendingTasks();
            count++;
        }
        return count;
    }

    @Test
    void keysAndSignaturesAreLeftToTheWorker() throws IOException {
        assertFalse(initiator.handshake());
        send();
        assertNull(acceptor.readOutbound(), "an answer before the worker has run");
        assertFalse(acceptor.config().isAutoRead());
        assertEquals(1, worker.size());
        assertTrue(work() > 0);
        assertTrue(acceptor.config().isAutoRead());
        receive();
        assertTrue(initiator.handshake());
        assertFalse(active);
        send();
        assertFalse(active, "the initiator's signature is accepted before the worker has run");
        assertTrue(work() > 0);
        assertTrue(active);
    }

    @Test
    void aConnectionThatHasEndedCostsNothing() throws IOException {
        assertFalse(initiator.handshake());
        send();
        Runnable work = worker.poll();
        assertNotNull(work);
        acceptor.close();
        work.run();
        acceptor.runPendingTasks();
        assertNull(acceptor.readOutbound());
        assertFalse(active);
    }
}

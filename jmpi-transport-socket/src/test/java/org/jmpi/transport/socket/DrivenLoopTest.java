package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.nio.NioIoOps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrivenLoopTest {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicInteger calls = new AtomicInteger();
    private final DrivenLoop loop = new DrivenLoop(NioIoHandler.newFactory(), calls::incrementAndGet);

    @BeforeEach
    void enter() {
        assertTrue(loop.enter());
    }

    @AfterEach
    void destroy() {
        loop.destroy();
        loop.leave();
    }

    /** The reading end of a pipe. */
    private static final class Reader implements NioIoHandle {
        private final Pipe pipe;
        private int events;

        Reader() throws IOException {
            pipe = Pipe.open();
            pipe.source().configureBlocking(false);
        }

        void fill() throws IOException {
            pipe.sink().write(ByteBuffer.allocate(1));
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            events++;
        }

        @Override
        public SelectableChannel selectableChannel() {
            return pipe.source();
        }

        @Override
        public void close() throws IOException {
            pipe.source().close();
            pipe.sink().close();
        }
    }

    @Test
    void oneThreadAtATimeIsInTheLoop() throws Exception {
        assertTrue(loop.inEventLoop());
        assertFalse(loop.enter());
        List<Boolean> others = new ArrayList<>();
        Thread other = new Thread(() -> {
            others.add(loop.inEventLoop());
            others.add(loop.enter());
        });
        other.start();
        other.join();
        assertEquals(List.of(false, false), others);
        loop.leave();
        assertFalse(loop.inEventLoop());
        assertTrue(loop.enter());
    }

    @Test
    void aTaskOfTheDriverDisturbsNobody() {
        AtomicInteger ran = new AtomicInteger();
        loop.execute(ran::incrementAndGet);
        assertEquals(0, calls.get());
        loop.runBlocking(LONG_NANOS);
        assertEquals(1, ran.get());
    }

    @Test
    void aTaskOfAnotherThreadEndsAWait() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        Thread other = new Thread(() -> loop.execute(ran::incrementAndGet));
        other.start();
        while (ran.get() == 0) loop.runBlocking(LONG_NANOS);
        other.join();
        assertEquals(1, calls.get());
    }

    @Test
    void aTaskThatIsDueEndsAWait() {
        AtomicInteger ran = new AtomicInteger();
        loop.schedule(ran::incrementAndGet, 20, TimeUnit.MILLISECONDS);
        while (ran.get() == 0) loop.runBlocking(LONG_NANOS);
        assertEquals(1, ran.get());
    }

    @Test
    void whatATaskThrowsComesOut() {
        AtomicInteger ran = new AtomicInteger();
        loop.execute(() -> {
            throw new IllegalStateException("of the task");
        });
        loop.execute(ran::incrementAndGet);
        assertThrows(IllegalStateException.class, loop::runTasks);
        loop.runTasks();
        assertEquals(1, ran.get());
    }

    @Test
    void registeringAgainLosesNoEvents() throws Exception {
        List<String> warnings = new ArrayList<>();
        Handler listener = listen(warnings);
        try (Reader full = new Reader();
                Reader moved = new Reader()) {
            IoRegistration registration = loop.registerNow(full);
            registration.submit(NioIoOps.READ);
            IoRegistration old = loop.registerNow(moved);
            loop.runNow();
            full.fill();
            old.cancel();
            loop.registerNow(moved); // Netty selects, to let go of the cancelled key
            int before = full.events;
            for (int i = 0; full.events == before; i++) {
                assertTrue(i < 3, "no event");
                loop.runBlocking(LONG_NANOS);
            }
        } finally {
            Logger.getLogger("io.netty").removeHandler(listener);
        }
        assertEquals(List.of(), warnings);
    }

    private static Handler listen(List<String> warnings) {
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                warnings.add(record.getMessage());
            }

            @Override
            public void flush() {
                // nothing is kept back
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        Logger.getLogger("io.netty").addHandler(handler);
        return handler;
    }

    @Test
    void nothingRunsOnceItIsDestroyed() {
        loop.destroy();
        assertTrue(loop.isTerminated());
        assertThrows(RejectedExecutionException.class, () -> loop.execute(calls::incrementAndGet));
    }
}

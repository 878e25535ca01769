package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lock whose holder dies is free again, though nobody polls for the loss. */
@Timeout(60)
class MemoryLockTest {
    private final MemoryLock lock =
            new MemoryLock(ByteBuffer.allocateDirect(2 * MemoryLock.BYTES).alignedSlice(MemoryLock.BYTES));

    /** How often the engine has asked for the end of rank 1. */
    private int looks;

    private final ProgressEngine engine = engine();

    private ProgressEngine engine() {
        PeerListener listener = new PeerListener() {
            @Override
            public void onPeerGone(int peer, CommException cause) {
                throw new AssertionError("nobody reports a loss");
            }

            @Override
            public void beforeFailure() {
                throw new AssertionError("no call fails");
            }
        };
        ProgressEngine made = new ProgressEngine(0, JmpiConfig.load(new Properties(), Map.of()), listener, Events.NONE);
        made.start(transport(), peer -> frame -> {}, Collections.nCopies(2, Host.named("here")), true);
        return made;
    }

    /** Shares memory with rank 1, which has ended when it is asked for the third time. */
    private Transport transport() {
        SharedMemory memory = of(SharedMemory.class, Map.of("lossOf", () -> ++looks < 3 ? null : "it has died"));
        return of(
                Transport.class, Map.of("pushes", () -> true, "eagerLimit", () -> 8192, "sharedMemory", () -> memory));
    }

    /** Returns an object with some methods; the others do nothing. */
    private static <T> T of(Class<T> type, Map<String, Supplier<Object>> methods) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            Supplier<Object> body = methods.get(method.getName());
            return body == null ? null : body.get();
        }));
    }

    @AfterEach
    void closeEngine() {
        engine.close(new CommException(ErrorClass.OTHER, "over"), 0);
    }

    @Test
    void aHolderThatDiesLosesItsLock() {
        lock.lock(engine, 1);
        CommException e = assertThrows(CommException.class, () -> lock.lock(engine, 0));
        assertEquals(ErrorClass.PROC_FAILED, e.errorClass());
        assertTrue(e.getMessage().contains("it has died"), e.getMessage());
        lock.lock(engine, 0);
        lock.unlock();
        assertEquals(3, looks);
    }
}

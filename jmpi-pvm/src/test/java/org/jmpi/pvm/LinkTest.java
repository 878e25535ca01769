package org.jmpi.pvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Peer;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A task may be done before the pvm_spawn that has started it returns. */
    @Test
    void aProcessThatHasEndedMayBeWatched() {
        CommException ended = new CommException(ErrorClass.OTHER, "rank 0 of world 1 has ended");
        Peer peer = proxy(Peer.class, (self, method, arguments) -> {
            assertEquals("request", method.getName());
            throw ended;
        });
        Frames frames = proxy(
                Frames.class,
                (self, method, arguments) -> method.getName().equals("peer") ? peer : Integer.valueOf(100));
        AtomicInteger told = new AtomicInteger();
        CompletableFuture<?> end = new Link(frames, 0).watch(told::incrementAndGet);
        assertEquals(1, told.get());
        assertEquals(ended, assertThrows(CompletionException.class, end::join).getCause());
    }
}

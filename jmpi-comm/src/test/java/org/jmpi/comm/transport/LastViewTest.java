package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LastViewTest {
    private final LastView views = new LastView();

    @Test
    void theViewOfTheSameMemoryIsKept() {
        ByteBuffer memory = ByteBuffer.allocateDirect(10);
        memory.position(3).limit(7);
        ByteBuffer view = views.duplicate(memory);
        view.position(5);
        assertSame(view, views.duplicate(memory));
        assertEquals(0, view.position());
        assertEquals(10, view.limit());
        assertEquals(3, memory.position());
        assertEquals(7, memory.limit());
    }

    @Test
    void theViewOfOtherMemoryTakesItsPlace() {
        ByteBuffer first = ByteBuffer.allocateDirect(10);
        ByteBuffer equal = ByteBuffer.allocateDirect(10);
        ByteBuffer view = views.duplicate(first);
        assertNull(views.of(equal));
        assertNotSame(view, views.duplicate(equal));
        assertNull(views.of(first));
    }

    @Test
    void memoryIsNotKeptReachable() {
        WeakReference<ByteBuffer> memory = viewed();
        while (memory.get() != null) {
            System.gc();
            Thread.yield();
        }
    }

    private WeakReference<ByteBuffer> viewed() {
        ByteBuffer memory = ByteBuffer.allocateDirect(10);
        views.duplicate(memory);
        return new WeakReference<>(memory);
    }
}

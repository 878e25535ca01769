package org.jmpi.comm.operation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.junit.jupiter.api.Test;

class SendRequestTest {
    /** Requests are used again, also for messages that no observer has a say in. */
    @Test
    void aMessageDoesNotInheritTheEventBitsOfTheOneBefore() {
        SendRequest send = new SendRequest();
        send.segment().set(new Buffer(new byte[1], 0, 1, Layout.of(BasicType.BYTE)));
        send.set(SendMode.STANDARD, 0, 0, 1, 2);
        send.eventBits(0xFFFF);
        assertEquals(0xFFFF, send.eventBits());
        send.set(SendMode.STANDARD, 1, 0, 1, 2);
        assertEquals(0, send.eventBits());
    }

    @Test
    void aCopyOfThePayloadStaysAsItIs() {
        byte[] memory = {1, 2, 3};
        SendRequest send = new SendRequest();
        send.segment().set(new Buffer(memory, 1, 2, Layout.of(BasicType.BYTE)));
        send.set(SendMode.STANDARD, 0, 0, 1, 2);
        send.carryCopy();
        memory[1] = 9;
        ByteBuffer packed = ByteBuffer.allocate(2);
        send.payload().pack(0, packed);
        assertArrayEquals(new byte[] {2, 3}, packed.array());
    }
}

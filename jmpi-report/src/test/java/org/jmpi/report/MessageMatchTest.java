package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** The n-th send with an envelope belongs to the n-th receive with it. */
class MessageMatchTest {
    @Test
    void messagesOfAnEnvelopeKeepTheirOrder() {
        Event first = Event.send(0, "Send", 10, 20, 1, 5, 8);
        Event second = Event.send(0, "Send", 30, 40, 1, 5, 8);
        Event otherTag = Event.send(0, "Send", 50, 60, 1, 6, 8);
        Event otherContext = Event.send(0, "Send", 70, 80, 1, 5, 8).in(2);
        Event receiveOtherContext = Event.receive(1, "Recv", 5, 90, 0, 5, 8).in(2);
        Event receiveOtherTag = Event.receive(1, "Recv", 6, 91, 0, 6, 8);
        Event receiveFirst = Event.receive(1, "Recv", 7, 92, 0, 5, 8);
        Event receiveSecond = Event.receive(1, "Recv", 8, 93, 0, 5, 8);
        Trace trace = SmallTrace.ofRanks(2)
                .add(second, first, otherTag, otherContext)
                .add(receiveSecond, receiveOtherContext, receiveFirst, receiveOtherTag)
                .until(100);
        MessageMatch match = MessageMatch.of(trace);
        assertSame(receiveFirst, first.partner);
        assertSame(receiveSecond, second.partner);
        assertSame(otherTag, receiveOtherTag.partner);
        assertSame(otherContext, receiveOtherContext.partner);
        assertEquals(4, match.matched());
    }

    @Test
    void messagesThatAreNotThereAreCounted() {
        Event send = Event.send(0, "Send", 10, 20, 1, 5, 8);
        Event receive = Event.receive(1, "Recv", 10, 20, 0, 7, 8);
        MessageMatch match =
                MessageMatch.of(SmallTrace.ofRanks(2).add(send, receive).until(100));
        assertNull(send.partner);
        assertNull(receive.partner);
        assertEquals(1, match.unreceived());
        assertEquals(1, match.unsent());
    }
}

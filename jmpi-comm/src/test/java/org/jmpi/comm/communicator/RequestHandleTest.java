package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.operation.SendMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The rules of requests, as any binding has them. */
@Timeout(30)
class RequestHandleTest {
    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));
    private static final Words WORDS = Words.BINDING;

    private final OneRank rank = new OneRank(Events.NONE);
    private final PointToPoint calls = rank.world().pointToPoint();

    @AfterEach
    void close() {
        rank.close();
    }

    private static UserBuffer of(int... items) {
        return new UserBuffer(items, 0, items.length, INT);
    }

    private void send(int tag, int... items) {
        calls.send(SendMode.STANDARD, of(items), 0, tag);
    }

    private RequestHandle receive(int tag) {
        return calls.irecv(of(0, 0), 0, tag);
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(Words.Failure.class, call).getMessage());
    }

    @Test
    void aRequestIsVoidOnceItsStatusIsReturned() {
        RequestHandle receive = receive(1);
        assertFalse(receive.isNull());
        assertNull(receive.test(WORDS));
        send(1, 7, 8);
        assertEquals("2 from 0 by 1 at -1", receive.test(WORDS));
        assertTrue(receive.isNull());
        assertEquals("none at -1", receive.await(WORDS));
        assertEquals("none at -1", receive.test(WORDS));
    }

    @Test
    void aVoidRequestIsNeitherCancelledNorFreed() {
        RequestHandle none = new RequestHandle();
        assertRefused("REQUEST: request is null or inactive", () -> none.cancel(WORDS));
        assertRefused("REQUEST: request is null or inactive", () -> none.free(WORDS));
    }

    @Test
    void aCancelledReceiveIsStillCompleted() {
        RequestHandle receive = receive(1);
        receive.cancel(WORDS);
        assertFalse(receive.isNull());
        assertEquals("cancelled at -1", receive.await(WORDS));
        assertTrue(receive.isNull());
    }

    private RequestArray<String> array(RequestHandle... requests) {
        return new RequestArray<>(requests, WORDS);
    }

    @Test
    void oneOfSeveralIsCompletedWithItsPlace() {
        RequestHandle first = receive(1);
        RequestHandle second = receive(2);
        RequestArray<String> array = array(null, first, new RequestHandle(), second);
        assertNull(array.testAny());
        send(2, 5);
        assertEquals("1 from 0 by 2 at 3", array.awaitAny());
        assertFalse(first.isNull());
        assertTrue(second.isNull());
        send(1, 5);
        assertEquals("1 from 0 by 1 at 1", array.testAny());
        assertEquals("none at -1", array.awaitAny());
    }

    @Test
    void someAreCompletedInTheirOrder() {
        RequestArray<String> array = array(receive(1), receive(2), receive(3));
        assertArrayEquals(new String[0], array.testSome());
        send(3, 1);
        send(1, 1);
        assertArrayEquals(new String[] {"1 from 0 by 1 at 0", "1 from 0 by 3 at 2"}, array.awaitSome());
        send(2, 1);
        assertArrayEquals(new String[] {"1 from 0 by 2 at 1"}, array.testSome());
        assertArrayEquals(new String[0], array.awaitSome());
    }

    @Test
    void allOrNoneAreCompleted() {
        RequestHandle first = receive(1);
        RequestArray<String> array = array(first, null, receive(2));
        send(1, 1);
        assertNull(array.testAll());
        assertFalse(first.isNull());
        send(2, 1, 2);
        assertArrayEquals(new String[] {"1 from 0 by 1 at 0", "none at 1", "2 from 0 by 2 at 2"}, array.testAll());
        assertTrue(first.isNull());
    }

    @Test
    void allAreCompletedBeforeTheFirstFailureIsThrown() {
        RequestHandle last = receive(3);
        RequestArray<String> array = array(receive(1), receive(2), last);
        send(1, 1, 2, 3);
        send(2, 1, 2, 3, 4);
        send(3, 1);
        Words.Failure failure = assertThrows(Words.Failure.class, array::awaitAll);
        assertTrue(failure.getMessage().startsWith("TRUNCATE: "), failure.getMessage());
        assertEquals(1, failure.getSuppressed().length);
        assertTrue(last.isNull());
        assertArrayEquals(new String[] {null, null, "1 from 0 by 3 at 2"}, failure.statuses);
    }

    @Test
    void someAreCompletedBeforeTheFirstFailureIsThrown() {
        RequestHandle last = receive(3);
        RequestArray<String> array = array(receive(1), receive(2), null, last);
        send(1, 1);
        send(2, 1, 2, 3);
        send(3, 1);
        Words.Failure failure = assertThrows(Words.Failure.class, array::awaitSome);
        assertTrue(failure.getMessage().startsWith("TRUNCATE: "), failure.getMessage());
        assertTrue(last.isNull());
        assertArrayEquals(new String[] {"1 from 0 by 1 at 0", null, null, "1 from 0 by 3 at 3"}, failure.statuses);
        assertArrayEquals(new String[0], array.awaitSome());
    }

    @Test
    void anArrayOfRequestsHasToBeThere() {
        assertRefused("REQUEST: array of requests is null", () -> new RequestArray<>(null, WORDS));
        assertRefused("REQUEST: array of requests is null", () -> PersistentHandle.startAll(null, WORDS));
    }

    @Test
    void aPersistentRequestStartsAgainAndAgain() {
        int[] data = {1};
        PersistentHandle send = calls.sendInit(SendMode.STANDARD, new UserBuffer(data, 0, 1, INT), 0, 4);
        int[] into = new int[1];
        PersistentHandle receive = calls.recvInit(new UserBuffer(into, 0, 1, INT), 0, 4);
        assertEquals("none at -1", receive.await(WORDS));
        for (int round = 0; round < 3; round++) {
            data[0] = round;
            PersistentHandle.startAll(new PersistentHandle[] {receive, send}, WORDS);
            assertRefused("REQUEST: persistent request is under way", () -> receive.start(WORDS));
            array(send, receive).awaitAll();
            assertEquals(round, into[0]);
            assertFalse(receive.isNull());
        }
        receive.free(WORDS);
        assertTrue(receive.isNull());
        assertRefused("REQUEST: persistent request has been freed", () -> receive.start(WORDS));
        assertRefused("REQUEST: persistent request has been freed", () -> receive.free(WORDS));
    }

    @Test
    void startallStartsNoneIfOneCannotBeStarted() {
        PersistentHandle receive = calls.recvInit(of(0), 0, 4);
        PersistentHandle freed = calls.recvInit(of(0), 0, 4);
        freed.free(WORDS);
        PersistentHandle[] both = {receive, freed};
        assertRefused("REQUEST: persistent request has been freed", () -> PersistentHandle.startAll(both, WORDS));
        PersistentHandle[] gap = {receive, null};
        assertRefused("REQUEST: request is null: index=1", () -> PersistentHandle.startAll(gap, WORDS));
        assertFalse(receive.isActive());
    }

    @Test
    void aReceiveMakesTheStatusOfTheBinding() {
        RequestHandle send = calls.isend(SendMode.SYNCHRONOUS, of(1, 2), 0, 9);
        assertEquals("2 from 0 by 9 at -1", calls.probe(0, 9, WORDS));
        assertEquals("2 from 0 by 9 at -1", calls.recv(of(0, 0, 0), 0, 9, WORDS));
        assertNull(calls.iprobe(0, 9, WORDS));
        send.await(WORDS);
        int[] array = {3, 4};
        UserBuffer buffer = new UserBuffer(array, 0, 2, INT);
        assertEquals("2 from 0 by 5 at -1", calls.sendrecv(buffer, 0, 5, buffer, 0, 5, WORDS));
    }
}

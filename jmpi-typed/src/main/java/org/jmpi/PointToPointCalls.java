package org.jmpi;

import java.util.List;
import java.util.Optional;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.operation.SendMode;

/** Messages from one rank to another (MPI-4.1 chapter 3). */
abstract class PointToPointCalls extends CoreCalls {
    /** The source of a receive that takes messages of any rank. */
    public static final int ANY_SOURCE = Communicator.ANY_SOURCE;

    /** The tag of a receive that takes messages of any tag. */
    public static final int ANY_TAG = Communicator.ANY_TAG;

    /** The null process: a message to or from it completes at once, and is empty. */
    public static final int PROC_NULL = Communicator.PROC_NULL;

    private static final int NO_TAG = 0;

    PointToPointCalls(Communicator core) {
        super(core);
    }

    // ---- sends ----

    /**
     * Sends a value with tag 0. Returns when the value may be changed again; that may be when it is received.
     *
     * @param value an array, a buffer, a number, or any object that can be serialised
     * @param dest the receiver's rank
     */
    public void send(Object value, int dest) {
        send(value, dest, NO_TAG);
    }

    /**
     * Sends a value. Returns when the value may be changed again; that may be when it is received.
     *
     * @param value an array, a buffer, a number, or any object that can be serialised
     * @param dest the receiver's rank
     * @param tag at least 0; a receive may name it
     */
    public void send(Object value, int dest, int tag) {
        call(core -> {
            core.pointToPoint().send(SendMode.STANDARD, Items.message(value), dest, tag);
            return null;
        });
    }

    /**
     * Starts to send a value with tag 0; returns at once. Until the future is complete, an array or a buffer must not
     * be changed.
     *
     * @param value an array, a buffer, a number, or any object that can be serialised
     * @param dest the receiver's rank
     * @return complete when the value may be changed again
     */
    public MpiFuture<Void> sendAsync(Object value, int dest) {
        return sendAsync(value, dest, NO_TAG);
    }

    /**
     * Starts to send a value; returns at once. Until the future is complete, an array or a buffer must not be
     * changed.
     *
     * @param value an array, a buffer, a number, or any object that can be serialised
     * @param dest the receiver's rank
     * @param tag at least 0; a receive may name it
     * @return complete when the value may be changed again
     */
    public MpiFuture<Void> sendAsync(Object value, int dest, int tag) {
        return new MpiFuture<>(
                call(core -> core.pointToPoint().isend(SendMode.STANDARD, Items.message(value), dest, tag)),
                message -> null);
    }

    // ---- receives ----

    /**
     * Receives a value with any tag.
     *
     * <p>The class decides which messages match. {@code int[].class} and the other arrays take a message of any number
     * of elements; two threads must not receive such from one source at the same time. {@code Integer.class} or {@code
     * int.class} takes one number. Any other class takes one object, which is an instance of it. {@code Object.class},
     * {@code Number.class} and the like take numbers, characters and booleans, too, and arrays of primitive types where
     * these are instances of the class. An array of objects is received by the class of an array.
     *
     * @param <T> the value's type
     * @param type its class
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return the value; null if nothing was sent
     * @throws MpiException also of class ERR_TYPE if the message has another type
     */
    public <T> T receive(Class<T> type, int source) {
        return receive(type, source, ANY_TAG);
    }

    /**
     * Receives a value; see {@link #receive(Class, int)}.
     *
     * @param <T> the value's type
     * @param type its class
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return the value; null if nothing was sent
     * @throws MpiException also of class ERR_TYPE if the message has another type
     */
    public <T> T receive(Class<T> type, int source, int tag) {
        return receiveMessage(type, source, tag).value();
    }

    /**
     * Receives a value, with its source and its tag; see {@link #receive(Class, int)}.
     *
     * @param <T> the value's type
     * @param type its class
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return the message
     * @throws MpiException also of class ERR_TYPE if the message has another type
     */
    public <T> Message<T> receiveMessage(Class<T> type, int source, int tag) {
        return call(core -> {
            PointToPoint messages = core.pointToPoint();
            MessageType<T> expected = MessageType.of(type);
            if (!expected.isArray()) return receive(messages, expected, expected.room(), source, tag);
            Envelope found = messages.probe(source, tag, Outcome.BINDING).envelope();
            return receive(messages, expected, expected.room(found.count()), found.source(), found.tag());
        });
    }

    private static <T> Message<T> receive(
            PointToPoint messages, MessageType<T> expected, Items room, int source, int tag) {
        Envelope message = messages.recv(room.message(expected.isArray()), source, tag, Outcome.BINDING)
                .envelope();
        return new Message<>(expected.value(room, message), message.source(), message.tag());
    }

    /**
     * Receives a list that was sent as one object, with any tag.
     *
     * @param <T> the type of its elements
     * @param element their class
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return the list
     * @throws MpiException also of class ERR_TYPE if the message is no list, or has an element of another class
     */
    public <T> List<T> receiveList(Class<T> element, int source) {
        return receiveList(element, source, ANY_TAG);
    }

    /**
     * Receives a list that was sent as one object.
     *
     * @param <T> the type of its elements
     * @param element their class
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return the list
     * @throws MpiException also of class ERR_TYPE if the message is no list, or has an element of another class
     */
    @SuppressWarnings("unchecked")
    public <T> List<T> receiveList(Class<T> element, int source, int tag) {
        call(core -> MessageType.of(element));
        Message<?> message = receiveMessage(List.class, source, tag);
        List<?> list = (List<?>) message.value();
        for (Object each : list == null ? List.of() : list)
            if (each != null && !element.isInstance(each))
                throw raised(MessageType.mismatch(
                        each, element, new Envelope(message.source(), message.tag(), list.size())));
        return (List<T>) list;
    }

    /**
     * Receives elements into an array or a buffer, with any tag. It may be longer than the message.
     *
     * @param array an array or a buffer, which takes the elements from its start on
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return the source, the tag and the number of elements of the message
     * @throws MpiException also of class ERR_TRUNCATE if the message is longer; ERR_TYPE if it has another type;
     *     ERR_BUFFER if a buffer is read-only
     */
    public Envelope receiveInto(Object array, int source) {
        return receiveInto(array, source, ANY_TAG);
    }

    /**
     * Receives elements into an array or a buffer. It may be longer than the message.
     *
     * @param array an array or a buffer, which takes the elements from its start on
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return the source, the tag and the number of elements of the message
     * @throws MpiException also of class ERR_TRUNCATE if the message is longer; ERR_TYPE if it has another type;
     *     ERR_BUFFER if a buffer is read-only
     */
    public Envelope receiveInto(Object array, int source, int tag) {
        return call(core -> core.pointToPoint()
                .recv(room(array), source, tag, Outcome.BINDING)
                .envelope());
    }

    private static UserBuffer room(Object array) {
        return Items.ofArray(array, "array to receive into").buffer();
    }

    /**
     * Starts to receive a value with any tag; returns at once. For an array see {@link #receiveIntoAsync(Object, int)}.
     *
     * @param <T> the value's type
     * @param type its class, which is not that of an array
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return gets the value; null if nothing was sent
     */
    public <T> MpiFuture<T> receiveAsync(Class<T> type, int source) {
        return receiveAsync(type, source, ANY_TAG);
    }

    /**
     * Starts to receive a value; returns at once. For an array see {@link #receiveIntoAsync(Object, int, int)}.
     *
     * @param <T> the value's type
     * @param type its class, which is not that of an array
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return gets the value; null if nothing was sent
     */
    public <T> MpiFuture<T> receiveAsync(Class<T> type, int source, int tag) {
        return call(core -> {
            MessageType<T> expected = MessageType.of(type);
            Items room = expected.room();
            return new MpiFuture<>(
                    core.pointToPoint().irecv(room.message(false), source, tag),
                    message -> expected.value(room, message));
        });
    }

    /**
     * Starts to receive a value, with its source and its tag; returns at once.
     *
     * @param <T> the value's type
     * @param type its class, which is not that of an array
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return gets the message
     */
    public <T> MpiFuture<Message<T>> receiveMessageAsync(Class<T> type, int source, int tag) {
        return call(core -> {
            MessageType<T> expected = MessageType.of(type);
            Items room = expected.room();
            return new MpiFuture<>(
                    core.pointToPoint().irecv(room.message(false), source, tag),
                    message -> new Message<>(expected.value(room, message), message.source(), message.tag()));
        });
    }

    /**
     * Starts to receive elements into an array or a buffer, with any tag; returns at once.
     *
     * @param array an array or a buffer, which takes the elements from its start on; not to be used until
     *     the future is complete
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return gets the source, the tag and the number of elements of the message
     */
    public MpiFuture<Envelope> receiveIntoAsync(Object array, int source) {
        return receiveIntoAsync(array, source, ANY_TAG);
    }

    /**
     * Starts to receive elements into an array or a buffer; returns at once.
     *
     * @param array an array or a buffer, which takes the elements from its start on; not to be used until
     *     the future is complete
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return gets the source, the tag and the number of elements of the message
     */
    public MpiFuture<Envelope> receiveIntoAsync(Object array, int source, int tag) {
        return new MpiFuture<>(call(core -> core.pointToPoint().irecv(room(array), source, tag)), message -> message);
    }

    // ---- both ----

    /**
     * Sends a value with tag 0 and receives another one with any tag, at the same time.
     *
     * @param <T> the type of the value received
     * @param value an array, a buffer, a number, or any object that can be serialised
     * @param dest the receiver's rank
     * @param type the class of the value received; see {@link #receive(Class, int)}
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return the value received; null if nothing was sent
     */
    public <T> T sendReceive(Object value, int dest, Class<T> type, int source) {
        return sendReceive(value, dest, NO_TAG, type, source, ANY_TAG);
    }

    /**
     * Sends a value and receives another one, at the same time.
     *
     * @param <T> the type of the value received
     * @param value an array, a buffer, a number, or any object that can be serialised
     * @param dest the receiver's rank
     * @param sendTag the tag of the message sent
     * @param type the class of the value received; see {@link #receive(Class, int)}
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param receiveTag the tag of the message received, or {@link #ANY_TAG}
     * @return the value received; null if nothing was sent
     */
    public <T> T sendReceive(Object value, int dest, int sendTag, Class<T> type, int source, int receiveTag) {
        RequestHandle sent =
                call(core -> core.pointToPoint().isend(SendMode.STANDARD, Items.message(value), dest, sendTag));
        try {
            T received = receive(type, source, receiveTag);
            sent.await(Outcome.BINDING);
            return received;
        } catch (RuntimeException e) {
            // It completes by itself.
            if (!sent.isNull()) sent.free(Outcome.BINDING);
            throw e;
        }
    }

    /**
     * Sends an array or a buffer with tag 0 and receives another one with any tag, at the same time. Both may be the
     * same.
     *
     * @param array an array or a buffer, which is sent
     * @param dest the receiver's rank
     * @param into an array or a buffer, which takes the elements received from its start on
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @return the source, the tag and the number of elements of the message received
     */
    public Envelope sendReceiveInto(Object array, int dest, Object into, int source) {
        return sendReceiveInto(array, dest, NO_TAG, into, source, ANY_TAG);
    }

    /**
     * Sends an array or a buffer and receives another one, at the same time. Both may be the same.
     *
     * @param array an array or a buffer, which is sent
     * @param dest the receiver's rank
     * @param sendTag the tag of the message sent
     * @param into an array or a buffer, which takes the elements received from its start on
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param receiveTag the tag of the message received, or {@link #ANY_TAG}
     * @return the source, the tag and the number of elements of the message received
     */
    public Envelope sendReceiveInto(Object array, int dest, int sendTag, Object into, int source, int receiveTag) {
        return call(core -> {
            UserBuffer sent = Items.ofArray(array, "array to send").buffer();
            return core.pointToPoint()
                    .sendrecv(sent, dest, sendTag, room(into), source, receiveTag, Outcome.BINDING)
                    .envelope();
        });
    }

    // ---- probes ----

    /**
     * Waits for a message without receiving it.
     *
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     * @return what is known of the message
     */
    public Envelope probe(int source, int tag) {
        return call(
                core -> core.pointToPoint().probe(source, tag, Outcome.BINDING).envelope());
    }

    /**
     * {@return the envelope of a message that is here already; empty if there is none}
     *
     * @param source the sender's rank, or {@link #ANY_SOURCE}
     * @param tag the message's tag, or {@link #ANY_TAG}
     */
    public Optional<Envelope> probeNow(int source, int tag) {
        return call(core -> Optional.ofNullable(core.pointToPoint().iprobe(source, tag, Outcome.BINDING))
                .map(Outcome::envelope));
    }
}

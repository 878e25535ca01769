package org.jmpi.comm.datatype;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A message of objects: the bytes that the {@link ObjectCodec} made of them. Their number travels in the frame's
 * header.
 *
 * <p>Whatever goes wrong with them, also in the program's own code that a codec calls, is a {@link CommException} of
 * the one call that sends or receives them. Nothing has been sent then, or put into the receiver's array.
 */
public final class ObjectMessage {
    /** The most bytes that the objects of one message may be encoded to. */
    public static final long MOST_BYTES = Integer.MAX_VALUE;

    /** Begins a message that stands for objects which could not be encoded. No codec begins so. */
    private static final String FAILED = "\0jmpi: ";

    private static final String NOT_SENT = "no objects from rank ";
    private static final String SENT = "sent";
    private static final String RECEIVED = "received";

    private ObjectMessage() {}

    /**
     * Encodes the objects of a segment.
     *
     * @param codec what the bytes are made by
     * @param segment where the objects are
     * @return the bytes
     * @throws CommException of class TYPE if an object can't be encoded; OTHER if there is no memory for the bytes
     */
    public static ByteChunks encode(ObjectCodec codec, Segment segment) {
        Object[] objects = gather(segment);
        return encode(codec, objects, 0, objects.length);
    }

    /**
     * Encodes part of an array.
     *
     * @param codec what the bytes are made by
     * @param array holds the objects
     * @param offset the index of the first one
     * @param count how many objects
     * @return the bytes
     * @throws CommException of class TYPE if an object can't be encoded; OTHER if there is no memory for the bytes
     */
    public static ByteChunks encode(ObjectCodec codec, Object[] array, int offset, int count) {
        ByteChunks bytes = new ByteChunks();
        if (count == 0) return bytes;
        try (EncodedOutput out = bytes.output()) {
            codec.encode(array, offset, count, out);
        } catch (StackOverflowError e) {
            throw tooDeep(codec, SENT, e);
        } catch (OutOfMemoryError e) {
            throw noMemory(codec, SENT, bytes, e);
        } catch (Throwable e) {
            // Of the program's own code anything may come, also an error or an undeclared exception.
            throw refused(codec, SENT, e);
        }
        return bytes;
    }

    /**
     * Returns a message for receivers that count on one though there are no objects to send. They fail by its text.
     *
     * @param rank the sender's rank
     * @param failure why there are no objects
     * @return the bytes
     */
    public static ByteChunks failed(int rank, CommException failure) {
        String why = failure.getMessage();
        String text = FAILED + (why.startsWith(NOT_SENT) ? why : NOT_SENT + rank + ": " + why);
        ByteChunks bytes = new ByteChunks();
        bytes.unpack(0, ByteBuffer.wrap(text.getBytes(UTF_8)));
        return bytes;
    }

    private static void checkNotFailed(ByteChunks bytes) throws IOException {
        try (InputStream in = bytes.input()) {
            if (in.read() != FAILED.charAt(0)) return;
            String text = FAILED.charAt(0) + new String(in.readAllBytes(), UTF_8);
            if (text.startsWith(FAILED)) throw new CommException(ErrorClass.OTHER, text.substring(FAILED.length()));
        }
    }

    /**
     * Decodes the first {@code count} objects of a message into a segment.
     *
     * @param codec what the bytes are made by
     * @param bytes what {@link #encode} returned
     * @param segment where the objects go
     * @param count how many objects
     * @throws CommException of class TYPE if they can't be decoded or are not of the array's component type; OTHER if
     *     there is no memory for them
     */
    public static void decode(ObjectCodec codec, ByteChunks bytes, Segment segment, int count) {
        if (count == 0) return;
        Object[] objects = decoded(codec, bytes, count);
        try {
            scatter(objects, segment);
        } catch (ArrayStoreException e) {
            throw refused(codec, RECEIVED, e);
        }
    }

    /**
     * Decodes the first {@code count} objects of a message into an array.
     *
     * @param codec what the bytes are made by
     * @param bytes what {@link #encode} returned
     * @param array holds the objects
     * @param offset the index of the first one
     * @param count how many objects
     * @throws CommException of class TYPE if they can't be decoded or are not of the array's component type; OTHER if
     *     there is no memory for them
     */
    public static void decode(ObjectCodec codec, ByteChunks bytes, Object[] array, int offset, int count) {
        if (count == 0) return;
        Object[] objects = decoded(codec, bytes, count);
        try {
            checkStore(objects, array);
        } catch (ArrayStoreException e) {
            throw refused(codec, RECEIVED, e);
        }
        System.arraycopy(objects, 0, array, offset, count);
    }

    /**
     * Makes an object of elements of a primitive type: of a value its box, of others an array.
     *
     * @param type what the elements are
     * @param isValue whether the only element is a value
     * @param bytes the elements
     * @param segment where the object goes
     * @throws CommException of class COUNT if no array can have so many elements; OTHER if there is no memory for it;
     *     TYPE if it is not of the array's component type
     */
    public static void store(BasicType type, boolean isValue, ByteChunks bytes, Segment segment) {
        long elements = type.elements(bytes.bytes());
        Buffer array;
        try {
            array = Buffer.allocate(type, elements);
        } catch (OutOfMemoryError e) {
            throw new CommException(
                    ErrorClass.OTHER, "no memory for an array of " + elements + " elements of " + type, e);
        }
        if (elements > 0) array.segment().take(bytes, bytes.bytes());
        Object[] object = {isValue ? Array.get(array.array(), 0) : array.array()};
        try {
            scatter(object, segment);
        } catch (ArrayStoreException e) {
            throw new CommException(ErrorClass.TYPE, CommException.describe(e), e);
        }
    }

    private static Object[] decoded(ObjectCodec codec, ByteChunks bytes, int count) {
        Object[] objects = new Object[count];
        try (InputStream in = bytes.input()) {
            checkNotFailed(bytes);
            codec.decode(in, objects, 0, count);
        } catch (StackOverflowError e) {
            throw tooDeep(codec, RECEIVED, e);
        } catch (OutOfMemoryError e) {
            throw noMemory(codec, RECEIVED, bytes, e);
        } catch (ClassNotFoundException e) {
            throw failure(codec, RECEIVED, "this rank lacks class " + e.getMessage(), e);
        } catch (CommException e) {
            throw e;
        } catch (Throwable e) {
            throw refused(codec, RECEIVED, e);
        }
        return objects;
    }

    /** Returns the objects of a segment in the order of the type map. */
    private static Object[] gather(Segment segment) {
        Object[] inOrder = new Object[(int) segment.elements()];
        if (inOrder.length == 0) return inOrder;
        Walk walk = new Walk(segment, 0);
        Object[] objects = (Object[]) segment.array();
        for (int i = 0; i < inOrder.length; i++, walk.advance(1)) inOrder[i] = objects[walk.index()];
        return inOrder;
    }

    /**
     * Stores objects that are in the order of the type map: all of them, or none.
     *
     * @throws ArrayStoreException that names the class of one which is not of the array's component type
     */
    private static void scatter(Object[] inOrder, Segment segment) {
        if (inOrder.length == 0) return;
        Walk walk = new Walk(segment, 0);
        Object[] objects = (Object[]) segment.array();
        checkStore(inOrder, objects);
        for (Object object : inOrder) {
            objects[walk.index()] = object;
            walk.advance(1);
        }
    }

    /** Throws an ArrayStoreException that names the class of an object which an array can't hold. */
    static void checkStore(Object[] objects, Object[] array) {
        Class<?> component = array.getClass().getComponentType();
        for (Object object : objects)
            if (object != null && !component.isInstance(object))
                throw new ArrayStoreException(object.getClass().getName() + " into " + component.getName() + "[]");
    }

    private static CommException tooDeep(ObjectCodec codec, String what, StackOverflowError cause) {
        String thread = Thread.currentThread().getName();
        return failure(
                codec,
                what,
                "each refers to the next in a chain that is too long for the stack of thread " + thread
                        + ": send the chain's members in an array or a list, or give the JVM a larger stack (-Xss512m)",
                cause);
    }

    private static CommException noMemory(ObjectCodec codec, String what, ByteChunks bytes, OutOfMemoryError cause) {
        String heap = Runtime.getRuntime().maxMemory() + " bytes";
        return new CommException(
                ErrorClass.OTHER,
                text(codec, what) + "no memory: " + bytes.bytes() + " bytes encoded, heap of " + heap
                        + ": send fewer at a time, or give the JVM a larger heap (-Xmx)",
                cause);
    }

    private static CommException refused(ObjectCodec codec, String what, Throwable cause) {
        return failure(codec, what, CommException.describe(cause), cause);
    }

    private static CommException failure(ObjectCodec codec, String what, String why, Throwable cause) {
        return new CommException(ErrorClass.TYPE, text(codec, what) + why, cause);
    }

    private static String text(ObjectCodec codec, String what) {
        return "object can't be " + what + " by codec " + codec.name() + ": ";
    }
}

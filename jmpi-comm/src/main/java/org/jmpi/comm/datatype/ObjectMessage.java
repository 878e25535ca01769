package org.jmpi.comm.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** A message of objects: the bytes that the {@link ObjectCodec} made of them. Their number travels in the frame's header. */
public final class ObjectMessage {
    private ObjectMessage() {}

    /**
     * Encodes the objects of a segment.
     *
     * @param codec what the bytes are made by
     * @param segment where the objects are
     * @return the bytes
     * @throws CommException of class TYPE if an object can't be encoded
     */
    public static ByteChunks encode(ObjectCodec codec, Segment segment) {
        Object[] objects = segment.gatherObjects();
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
     * @throws CommException of class TYPE if an object can't be encoded
     */
    public static ByteChunks encode(ObjectCodec codec, Object[] array, int offset, int count) {
        ByteChunks bytes = new ByteChunks();
        if (count == 0) return bytes;
        try (OutputStream out = bytes.output()) {
            codec.encode(array, offset, count, out);
        } catch (IOException e) {
            throw new CommException(ErrorClass.TYPE, "object can't be sent by codec " + codec.name() + ": " + e, e);
        }
        return bytes;
    }

    /**
     * Decodes the first {@code count} objects of a message into a segment.
     *
     * @param codec what the bytes are made by
     * @param bytes what {@link #encode} returned
     * @param segment where the objects go
     * @param count how many objects
     * @throws CommException of class TYPE if they can't be decoded or are not of the array's component type
     */
    public static void decode(ObjectCodec codec, ByteChunks bytes, Segment segment, int count) {
        if (count == 0) return;
        Object[] objects = new Object[count];
        decode(codec, bytes, objects, 0, count);
        try {
            segment.scatterObjects(objects);
        } catch (ArrayStoreException e) {
            throw refused(codec, e);
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
     * @throws CommException of class TYPE if they can't be decoded or are not of the array's component type
     */
    public static void decode(ObjectCodec codec, ByteChunks bytes, Object[] array, int offset, int count) {
        if (count == 0) return;
        try (InputStream in = bytes.input()) {
            codec.decode(in, array, offset, count);
        } catch (IOException | ClassNotFoundException | ArrayStoreException e) {
            throw refused(codec, e);
        }
    }

    private static CommException refused(ObjectCodec codec, Exception cause) {
        return new CommException(
                ErrorClass.TYPE, "object can't be received by codec " + codec.name() + ": " + cause, cause);
    }
}

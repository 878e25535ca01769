package org.jmpi.rpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.error.CommException;

/** Writes and reads the objects of calls, by the codec of the world and its class filter. */
final class ObjectBytes {
    private final RpcLayer layer;
    private final ObjectCodec codec;

    ObjectBytes(RpcLayer layer, ObjectCodec codec) {
        this.layer = layer;
        this.codec = codec;
    }

    /** ObjectBytes that can't be written or read. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Returns the codec's name. */
    String name() {
        return codec.name();
    }

    /**
     * Writes objects, up to the end of a call or an answer.
     *
     * @throws Refused if one can't be written
     * @throws Wire.Overflow if they are too long
     */
    void write(Object[] objects, Wire out) {
        Activity activity = Activity.current();
        RpcLayer outer = activity.marshals;
        activity.marshals = layer;
        out.mark();
        try {
            codec.encode(objects, 0, objects.length, out);
        } catch (Wire.Overflow e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new Refused("object can't be sent by codec " + name() + ": " + CommException.describe(e), e);
        } finally {
            activity.marshals = outer;
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws Refused if one can't be read, or has a class that the filter refuses
     */
    Object[] read(ByteBuffer in, int count) {
        Activity activity = Activity.current();
        RpcLayer outer = activity.marshals;
        activity.marshals = layer;
        Object[] objects = new Object[count];
        try {
            codec.decode(stream(in), objects, 0, count);
            return objects;
        } catch (ClassNotFoundException e) {
            throw new Refused("this rank lacks class " + e.getMessage(), e);
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new Refused("object can't be received by codec " + name() + ": " + CommException.describe(e), e);
        } finally {
            activity.marshals = outer;
        }
    }

    private static ByteArrayInputStream stream(ByteBuffer in) {
        return new ByteArrayInputStream(in.array(), in.arrayOffset() + in.position(), in.remaining());
    }

    /** Returns copies of objects for a callee or a caller in this rank. */
    Object[] copies(Object[] objects) {
        boolean known = true;
        for (Object object : objects) known &= isImmutable(object);
        if (known) return objects;
        Wire wire = new Wire(Integer.MAX_VALUE - Long.BYTES);
        write(objects, wire);
        return read(wire.payload(), objects.length);
    }

    /** Returns a copy of an object. */
    Object copy(Object object) {
        if (object == null
                || !object.getClass().isArray()
                || !object.getClass().getComponentType().isPrimitive()) return copies(new Object[] {object})[0];
        int length = Array.getLength(object);
        Object copy = Array.newInstance(object.getClass().getComponentType(), length);
        System.arraycopy(object, 0, copy, 0, length);
        return copy;
    }

    private static boolean isImmutable(Object object) {
        return object == null
                || object instanceof String
                || object instanceof GlobalRef
                || object instanceof Boolean
                || object instanceof Character
                || object instanceof Number
                        && object.getClass().getPackageName().equals("java.lang");
    }
}

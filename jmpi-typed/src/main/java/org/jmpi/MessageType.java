package org.jmpi;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import org.jmpi.comm.datatype.Memory;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The type of a value that a program receives, which decides what messages it matches: see {@link Items}.
 *
 * @param <T> the type
 */
final class MessageType<T> {
    private final Class<T> type;

    /** The datatype of an item. */
    private final Class<?> element;

    private MessageType(Class<T> type, Class<?> element) {
        this.type = type;
        this.element = element;
    }

    /**
     * Returns the type that a class stands for, as {@code int.class} for {@code Integer.class}.
     *
     * @throws CommException of class TYPE if the class is null or that of a buffer
     */
    @SuppressWarnings("unchecked")
    static <T> MessageType<T> of(Class<T> type) {
        if (type == null) throw new CommException(ErrorClass.TYPE, "class of the value to receive is null");
        if (Memory.isBuffer(type))
            throw new CommException(
                    ErrorClass.TYPE,
                    "no buffer is received as a value: class=" + type.getName()
                            + ": pass a buffer to receiveInto or receiveIntoAsync");
        Class<T> boxed = (Class<T>) MethodType.methodType(type).wrap().returnType();
        if (type.isArray()) return new MessageType<>(boxed, type.getComponentType());
        Class<?> primitive = Items.primitive(type);
        return new MessageType<>(boxed, primitive.isPrimitive() && primitive != void.class ? primitive : Object.class);
    }

    boolean isArray() {
        return type.isArray();
    }

    /** Returns whether the value is one object. */
    private boolean isObject() {
        return !isArray() && !element.isPrimitive();
    }

    /**
     * Returns room for items.
     *
     * @throws CommException of class COUNT if no array can have so many
     */
    Items room(int count) {
        if (count < 0)
            throw new CommException(
                    ErrorClass.COUNT, "message has more elements than a " + type.getSimpleName() + " can hold");
        return new Items(Array.newInstance(element, count), Items.type(element));
    }

    /** Returns room for one value, whose length the sender has not sent. */
    Items room() {
        if (!isArray()) return room(1);
        throw new CommException(
                ErrorClass.ARG,
                "length of the " + type.getSimpleName()
                        + " to receive is not known: pass an array to receiveIntoAsync, or use receive");
    }

    /**
     * Returns the value received; null if the message is empty.
     *
     * @throws CommException of class TYPE if the object has another class
     */
    T value(Items received, Envelope message) {
        if (isArray()) return type.cast(received.array());
        if (message.count() == 0 && !isObject()) return null;
        Object value = received.single();
        if (isObject() && value != null && !type.isInstance(value)) {
            if (message.count() == 0) return null;
            throw mismatch(value, type, message);
        }
        return type.cast(value);
    }

    /** Returns the failure of a receive whose object has another class. */
    static CommException mismatch(Object value, Class<?> expected, Envelope message) {
        return new CommException(
                ErrorClass.TYPE,
                "object received is of class " + value.getClass().getTypeName() + ", not " + expected.getTypeName()
                        + ": source=" + message.source() + ", tag=" + message.tag());
    }
}

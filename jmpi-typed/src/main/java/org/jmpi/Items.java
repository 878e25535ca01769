package org.jmpi;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.EnumMap;
import java.util.Map;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Memory;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A value as a message has it. An array is as many items as it has elements, and a buffer as many as it has up to its
 * limit. A number, a character or a boolean is one item of its primitive type. Anything else is one object.
 *
 * @param array what the items are in: an array or a buffer
 * @param type what an item is
 */
record Items(Object array, TypeHandle type) {
    private static final Map<BasicType, TypeHandle> TYPES = new EnumMap<>(BasicType.class);
    private static final Map<BasicType, TypeHandle> VALUES = new EnumMap<>(BasicType.class);

    static {
        for (BasicType type : BasicType.values()) {
            TYPES.put(type, TypeHandle.predefined(Layout.of(type)));
            VALUES.put(type, TypeHandle.predefined(Layout.ofValue(type)));
        }
    }

    /** The type of objects. */
    static final TypeHandle OBJECT = TYPES.get(BasicType.OBJECT);

    /** Returns a value as one object. */
    static Items ofObject(Object value) {
        return new Items(new Object[] {value}, OBJECT);
    }

    /** Returns a value as what it is. */
    static Items of(Object value) {
        if (value == null) return ofObject(null);
        if (value.getClass().isArray())
            return new Items(value, type(value.getClass().getComponentType()));
        BasicType buffer = Memory.elementType(value);
        if (buffer != null) return new Items(value, TYPES.get(buffer));
        Class<?> primitive = primitive(value.getClass());
        if (!primitive.isPrimitive()) return ofObject(value);
        Object array = Array.newInstance(primitive, 1);
        Array.set(array, 0, value);
        return new Items(array, type(primitive));
    }

    /**
     * Refuses a buffer in place of a value.
     *
     * @param instead what to do with one
     * @throws CommException of class TYPE if the value is a buffer
     */
    static void refuseBuffer(Object value, String instead) {
        if (Memory.elementType(value) != null)
            throw new CommException(
                    ErrorClass.TYPE, "this call takes no buffer: " + Memory.describe(value) + ": " + instead);
    }

    /**
     * Returns the elements of an array or a buffer.
     *
     * @param name what the program calls it, for the message
     * @throws CommException of class BUFFER if the value is neither
     */
    static Items ofArray(Object value, String name) {
        Items items = of(value);
        if (items.array != value)
            throw new CommException(
                    ErrorClass.BUFFER,
                    name + " is "
                            + (value == null
                                    ? "null"
                                    : "no array but a " + value.getClass().getName()) + ": pass an array or a buffer");
        return items;
    }

    /** Returns room for as many items of the same type as these are. */
    Items room() {
        return new Items(Array.newInstance(array.getClass().getComponentType(), (int) count()), type);
    }

    /** Returns how many there are: as many as an array can have, or a buffer. */
    long count() {
        return array.getClass().isArray() ? Array.getLength(array) : Memory.elements(array);
    }

    UserBuffer buffer() {
        return buffer(count());
    }

    /** Returns the first items, or as many for each rank. */
    UserBuffer buffer(long items) {
        return new UserBuffer(array, 0, items, type);
    }

    /** Returns the items for a message whose receiver is told whether they are several, as of an array, or a value. */
    UserBuffer message(boolean isArray) {
        return isArray
                ? buffer()
                : new UserBuffer(array, 0, count(), VALUES.get(type.layout().type()));
    }

    /** Returns a value for such a message. */
    static UserBuffer message(Object value) {
        Items items = of(value);
        return items.message(items.array == value);
    }

    /** Returns the value that the only item is. */
    Object single() {
        return Array.get(array, 0);
    }

    /** Returns the datatype of elements of a class. */
    static TypeHandle type(Class<?> element) {
        for (BasicType type : BasicType.values())
            if (type.arrayClass().getComponentType() == element) return TYPES.get(type);
        return OBJECT;
    }

    /** Returns the primitive type that a class wraps; the class itself if it wraps none. */
    static Class<?> primitive(Class<?> type) {
        return MethodType.methodType(type).unwrap().returnType();
    }
}

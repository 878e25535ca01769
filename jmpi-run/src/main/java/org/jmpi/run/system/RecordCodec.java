package org.jmpi.run.system;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.trust.JobSecret;

/**
 * Encodes messages that are records: the number of the message's kind (1), then the components of the record in their
 * order. The kinds are the records that a sealed interface permits, numbered in the order of their names.
 *
 * <p>A component is an {@code int}, a {@code long}, a {@code boolean}, a block of bytes, a text, a path or a secret,
 * which travel as texts, a constant of an enum, which travels as its number, a public record, or a list or a map of
 * those. {@link ControlWriter} describes how they look.
 *
 * @param <T> the sealed interface
 */
public final class RecordCodec<T> {
    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private final String name;
    private final List<Class<?>> kinds;

    /** What a record consists of. */
    private record Shape(RecordComponent[] components, Constructor<?> constructor) {
        static Shape of(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < types.length; i++) types[i] = components[i].getType();
            try {
                return new Shape(components, type.getConstructor(types));
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException("no public record: " + type.getName(), e);
            }
        }
    }

    /** @param name of a message */
    public RecordCodec(Class<T> type, String name) {
        this.name = name;
        Map<String, Class<?>> byName = new TreeMap<>();
        addKinds(type, byName);
        kinds = List.copyOf(byName.values());
    }

    private static void addKinds(Class<?> type, Map<String, Class<?>> byName) {
        if (type.isRecord()) byName.put(type.getName(), type);
        else for (Class<?> each : type.getPermittedSubclasses()) addKinds(each, byName);
    }

    public void write(T message, ControlWriter out) {
        out.writeKind(kinds.indexOf(message.getClass()));
        writeRecord(message, out);
    }

    private static void writeValue(Object value, ControlWriter out) {
        if (value == null || value instanceof String) out.writeText((String) value);
        else if (value instanceof Integer number) out.writeInt(number);
        else if (value instanceof Long number) out.writeLong(number);
        else if (value instanceof Boolean flag) out.writeBoolean(flag);
        else if (value instanceof byte[] bytes) out.writeBlock(bytes);
        else if (value instanceof Path path) out.writeText(path.toString());
        else if (value instanceof JobSecret secret) out.writeText(secret.toHex());
        else if (value instanceof Enum<?> constant) out.writeInt(constant.ordinal());
        else if (value instanceof List<?> list) {
            out.writeInt(list.size());
            for (Object item : list) writeValue(item, out);
        } else if (value instanceof Map<?, ?> map) {
            out.writeInt(map.size());
            for (Map.Entry<?, ?> item : map.entrySet()) {
                writeValue(item.getKey(), out);
                writeValue(item.getValue(), out);
            }
        } else writeRecord(value, out);
    }

    private static void writeRecord(Object value, ControlWriter out) {
        try {
            for (RecordComponent component : shape(value.getClass()).components())
                writeValue(component.getAccessor().invoke(value), out);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + value, e);
        }
    }

    private static Shape shape(Class<?> type) {
        return SHAPES.computeIfAbsent(type, Shape::of);
    }

    /**
     * Reads a message to its end.
     *
     * @throws IOException if the bytes are no message
     */
    public T read(ControlReader in) throws IOException {
        int kind = in.readUnsignedByte();
        if (kind >= kinds.size()) throw new IOException("unknown kind of " + name + ": " + kind);
        @SuppressWarnings("unchecked")
        T message = (T) readRecord(kinds.get(kind), in);
        in.end(message.getClass().getSimpleName());
        return message;
    }

    private static Object readValue(Type type, ControlReader in) throws IOException {
        if (type instanceof ParameterizedType generic) return readItems(generic, in);
        if (type == String.class) return in.readText();
        if (type == int.class || type == Integer.class) return in.readInt();
        if (type == long.class) return in.readLong();
        if (type == boolean.class) return in.readBoolean();
        if (type == byte[].class) return in.readBlock();
        if (type == Path.class) return Path.of(in.readText());
        if (type == JobSecret.class) return JobSecret.fromHex(in.readText());
        Class<?> other = (Class<?>) type;
        return other.isEnum() ? readConstant(other, in) : readRecord(other, in);
    }

    private static Object readItems(ParameterizedType type, ControlReader in) throws IOException {
        Type[] ofItems = type.getActualTypeArguments();
        int count = in.readCount("items", 1);
        if (type.getRawType() == List.class) {
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < count; i++) list.add(readValue(ofItems[0], in));
            return list;
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) map.put(readValue(ofItems[0], in), readValue(ofItems[1], in));
        return map;
    }

    private static Object readConstant(Class<?> type, ControlReader in) throws IOException {
        Object[] constants = type.getEnumConstants();
        int number = in.readInt();
        if (number < 0 || number >= constants.length)
            throw new IOException("unknown " + type.getSimpleName() + ": " + number);
        return constants[number];
    }

    private static Object readRecord(Class<?> type, ControlReader in) throws IOException {
        Shape shape = shape(type);
        Object[] values = new Object[shape.components().length];
        for (int i = 0; i < values.length; i++) values[i] = readValue(shape.components()[i].getGenericType(), in);
        try {
            return shape.constructor().newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
        }
    }
}

package org.jmpi.rpc;

import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** A method of an interface: how it is called, and how its values travel. */
final class Signature {
    /** The kind of result that a caller gets. */
    enum Way {
        /** The result, when it is there. */
        WAITS,
        /** A future at once. */
        FUTURE,
        /** Nothing. */
        ONE_WAY
    }

    /** The room for an answer that has objects, in bytes, until one was longer. */
    private static final int FIRST_ROOM = 512;

    private static final int MOST_ROOM = 32 << 10;

    private final Method method;
    private final String name;
    private final int number;
    private final Way way;
    private final boolean isSimple;
    private final Class<?>[] types;
    private final Kind[] kinds;
    private final int objects;
    private final Class<?> resultType;
    private final Kind result;
    private volatile int room;

    /**
     * @param number of the method in its interface
     * @throws IllegalArgumentException if a value of it can't travel
     */
    Signature(Method method, int number) {
        this.method = method;
        this.number = number;
        this.name = name(method);
        this.types = method.getParameterTypes();
        this.kinds = Arrays.stream(types).map(Kind::of).toArray(Kind[]::new);
        this.objects = (int) Arrays.stream(kinds).filter(Kind.OBJECT::equals).count();
        this.way = way(method);
        this.isSimple = method.isAnnotationPresent(Simple.class);
        this.resultType = way == Way.FUTURE ? ofFuture(method.getGenericReturnType()) : method.getReturnType();
        this.result = Kind.of(resultType);
        this.room = result.isWord() ? Long.BYTES : FIRST_ROOM;
        check();
    }

    /** Returns a name that no other method of the interface has, such as {@code add(int)}. */
    static String name(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getTypeName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    /** Returns the class of a future's value; a primitive one for its wrapper. */
    private static Class<?> ofFuture(Type future) {
        if (future instanceof ParameterizedType known && known.getActualTypeArguments()[0] instanceof Class<?> value)
            return MethodType.methodType(value).unwrap().returnType();
        return Object.class;
    }

    private static Way way(Method method) {
        Class<?> type = method.getReturnType();
        if (type == CompletableFuture.class || type == CompletionStage.class) return Way.FUTURE;
        return method.isAnnotationPresent(OneWay.class) ? Way.ONE_WAY : Way.WAITS;
    }

    private void check() {
        if (way != Way.ONE_WAY || method.getReturnType() == void.class && method.getExceptionTypes().length == 0)
            return;
        throw new IllegalArgumentException(
                this + " is @OneWay, and has no answer: let it return void and declare no exception");
    }

    /** @throws IllegalArgumentException if a value has a class whose objects no stream of Java takes */
    void checkSerializable() {
        for (Class<?> type : types) checkSerializable(type, "an argument");
        checkSerializable(resultType, "the result");
    }

    private void checkSerializable(Class<?> type, String what) {
        Class<?> element = type;
        while (element.isArray()) element = element.getComponentType();
        // A class below it may be serialisable.
        boolean mayTravel = element.isPrimitive()
                || element == Object.class
                || Modifier.isAbstract(element.getModifiers()) && !AutoCloseable.class.isAssignableFrom(element)
                || Serializable.class.isAssignableFrom(element);
        if (mayTravel && !CompletionStage.class.isAssignableFrom(element)) return;
        throw new IllegalArgumentException(this + " has " + what + " of " + type.getTypeName()
                + ", which can't travel: use a primitive type, an array, a GlobalRef,"
                + " or a class that implements Serializable");
    }

    Method method() {
        return method;
    }

    /** Returns the number of the method in its interface at this rank. */
    int number() {
        return number;
    }

    Way way() {
        return way;
    }

    /** Returns whether the method is simple in each object: the interface says so. */
    boolean isSimple() {
        return isSimple;
    }

    /** Returns the kind of the result; of a future that of its value, which may be null. */
    Kind result() {
        return result;
    }

    /** Returns the declared class of the result. */
    Class<?> resultType() {
        return resultType;
    }

    /** Returns the room for an answer, in bytes. */
    int room() {
        return room;
    }

    /** Notes the length of an answer: later ones have as much room. */
    void answered(int bytes) {
        if (bytes > room) room = Math.min(bytes + bytes / 2, MOST_ROOM);
    }

    /** Writes the arguments. */
    void write(Object[] arguments, Wire out, ObjectBytes codec) {
        for (int i = 0; i < kinds.length; i++) if (kinds[i] != Kind.OBJECT) kinds[i].write(arguments[i], out);
        if (objects > 0) codec.write(objects(arguments), out);
    }

    private Object[] objects(Object[] arguments) {
        Object[] all = new Object[objects];
        int next = 0;
        for (int i = 0; i < kinds.length; i++) if (kinds[i] == Kind.OBJECT) all[next++] = arguments[i];
        return all;
    }

    /** Reads the arguments. */
    Object[] read(ByteBuffer in, ObjectBytes codec) {
        Object[] arguments = new Object[kinds.length];
        for (int i = 0; i < kinds.length; i++) if (kinds[i] != Kind.OBJECT) arguments[i] = kinds[i].read(types[i], in);
        if (objects == 0) return arguments;
        Object[] all = codec.read(in, objects);
        int next = 0;
        for (int i = 0; i < kinds.length; i++) if (kinds[i] == Kind.OBJECT) arguments[i] = all[next++];
        return arguments;
    }

    /** Returns copies of arguments for a callee in this rank. */
    Object[] copy(Object[] arguments, ObjectBytes codec) {
        Object[] copies = arguments == null ? new Object[0] : arguments.clone();
        for (int i = 0; i < copies.length; i++) if (kinds[i] == Kind.ARRAY) copies[i] = codec.copy(copies[i]);
        if (objects == 0) return copies;
        Object[] all = codec.copies(objects(copies));
        int next = 0;
        for (int i = 0; i < kinds.length; i++) if (kinds[i] == Kind.OBJECT) copies[i] = all[next++];
        return copies;
    }

    @Override
    public String toString() {
        return name;
    }
}

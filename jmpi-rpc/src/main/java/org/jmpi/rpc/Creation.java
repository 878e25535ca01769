package org.jmpi.rpc;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.frame.Reply;

/**
 * An object that another rank asks for.
 *
 * @param className the object's class
 * @param objects the interface and the arguments of the constructor, encoded
 */
record Creation(String className, ByteBuffer objects) {
    /** The room for the answer, which is a reference, in bytes. */
    static final int ROOM = 1024;

    /** Writes what {@link #read} reads. */
    static void write(Class<?> type, String className, Object[] arguments, Wire out, ObjectBytes codec) {
        out.putText(className);
        out.putInt(arguments.length);
        Object[] all = new Object[arguments.length + 1];
        all[0] = type;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        codec.write(all, out);
    }

    static Creation read(ByteBuffer in) {
        return new Creation(Wire.text(in), in);
    }

    /** Makes the object, and answers with a reference to it. */
    void run(RpcLayer layer, Outcome outcome) {
        Class<?> type;
        Constructor<?> constructor;
        Object[] arguments;
        try {
            int count = Wire.count(objects, 0);
            Object[] all = layer.objects().read(objects, count + 1);
            type = (Class<?>) all[0];
            arguments = Arrays.copyOfRange(all, 1, count + 1);
            constructor = constructor(allowed(className, type), arguments);
        } catch (ClassNotFoundException e) {
            outcome.refused(new IllegalArgumentException(
                    "rank " + layer.rank() + " lacks class " + className + ": put it into its class path", e));
            return;
        } catch (RuntimeException e) {
            outcome.refused(e);
            return;
        }
        construct(layer, type, constructor, arguments, outcome);
    }

    /** Returns the reference that an answer has. */
    static Object result(Reply reply, Callee callee, RpcLayer layer) {
        ByteBuffer payload = reply.payload().order(ByteOrder.LITTLE_ENDIAN);
        if ((reply.word() & Answering.STATUS_MASK) == Answering.RETURNED)
            return layer.objects().read(payload, 1)[0];
        Throwable failure = Answering.failure(reply.word(), payload, callee, layer);
        Thrown.withCaller(failure, callee.rank(), layer.rank(), new Throwable());
        if (failure instanceof RuntimeException unchecked) throw unchecked;
        throw new RpcException(callee, "threw " + CommException.describe(failure), failure);
    }

    private static <T> void construct(
            RpcLayer layer, Class<T> type, Constructor<?> constructor, Object[] arguments, Outcome outcome) {
        try {
            outcome.returned(layer.export(type, type.cast(constructor.newInstance(arguments))));
        } catch (InvocationTargetException e) {
            outcome.threw(e.getCause());
        } catch (ReflectiveOperationException | RuntimeException e) {
            outcome.refused(e);
        }
    }

    /**
     * Makes an object of this rank's own.
     *
     * @throws Throwable what the constructor throws
     */
    static Object make(Class<?> type, String className, Object[] arguments) throws Throwable {
        try {
            return constructor(allowed(className, type), arguments).newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns the class of a name, if it implements the interface and the class filter lets it pass. */
    private static Class<?> allowed(String className, Class<?> type) throws ClassNotFoundException {
        Class<?> made = Class.forName(className, false, Thread.currentThread().getContextClassLoader());
        if (!new ObjectFilter(JmpiConfig.load().objectFilter()).allows(made))
            throw new IllegalArgumentException("class " + className + " is " + ObjectFilter.REFUSAL);
        if (!type.isAssignableFrom(made) || Modifier.isAbstract(made.getModifiers()))
            throw new IllegalArgumentException(
                    "class " + className + " is abstract, or does not implement " + type.getName());
        return made;
    }

    private static Constructor<?> constructor(Class<?> made, Object[] arguments) {
        List<Constructor<?>> fitting = Arrays.stream(made.getDeclaredConstructors())
                .filter(each -> fits(each.getParameterTypes(), arguments))
                .toList();
        if (fitting.size() != 1)
            throw new IllegalArgumentException("class " + made.getName() + " has " + fitting.size()
                    + " constructors for the arguments " + Arrays.toString(arguments) + "; one is needed");
        Constructor<?> only = fitting.get(0);
        only.setAccessible(true);
        return only;
    }

    private static boolean fits(Class<?>[] types, Object[] arguments) {
        if (types.length != arguments.length) return false;
        for (int i = 0; i < types.length; i++) {
            Object given = arguments[i];
            boolean fits = given == null
                    ? !types[i].isPrimitive()
                    : MethodType.methodType(types[i]).wrap().returnType().isInstance(given);
            if (!fits) return false;
        }
        return true;
    }
}

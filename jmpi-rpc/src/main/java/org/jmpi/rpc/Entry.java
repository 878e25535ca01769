package org.jmpi.rpc;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** A method of an exported object: the code that it has, and how that is run. */
final class Entry {
    private static final MethodType CALL = MethodType.methodType(Object.class, Object.class, Object[].class);

    private final Signature signature;
    private final MethodHandle code;
    private final boolean isSimple;
    private final boolean isAtomic;

    /**
     * @param type the class of the object
     * @throws IllegalArgumentException if this module can't reach the method
     */
    Entry(Signature signature, Class<?> type) {
        this.signature = signature;
        this.code = code(signature.method());
        this.isSimple = isMarked(Simple.class, type);
        this.isAtomic = isMarked(Atomic.class, type);
    }

    private static MethodHandle code(Method method) {
        try {
            method.setAccessible(true);
            MethodHandle handle = MethodHandles.lookup().unreflect(method);
            return handle.asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(CALL);
        } catch (IllegalAccessException | RuntimeException e) {
            Class<?> type = method.getDeclaringClass();
            throw new IllegalArgumentException(
                    type.getName() + " is out of reach: make it public, and let its module export or open "
                            + type.getPackageName() + " to org.jmpi.rpc",
                    e);
        }
    }

    private boolean isMarked(Class<? extends Annotation> mark, Class<?> type) {
        Method method = signature.method();
        if (method.isAnnotationPresent(mark)) return true;
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Method own = declared(each, method);
            if (own != null) return own.isAnnotationPresent(mark);
        }
        return false;
    }

    private static Method declared(Class<?> type, Method method) {
        try {
            return type.getDeclaredMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    Signature signature() {
        return signature;
    }

    boolean isSimple() {
        return isSimple;
    }

    boolean isAtomic() {
        return isAtomic;
    }

    /** Runs the method. */
    Object invoke(Object object, Object[] arguments) throws Throwable {
        return code.invokeExact(object, arguments);
    }
}

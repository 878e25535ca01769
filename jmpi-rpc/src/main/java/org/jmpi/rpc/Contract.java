package org.jmpi.rpc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The methods of an interface. */
final class Contract {
    private static final int MOST_METHODS = 1 << 16;

    /** The same for all ranks. */
    private static final ClassValue<Contract> ALL = new ClassValue<>() {
        @Override
        protected Contract computeValue(Class<?> type) {
            return new Contract(type);
        }
    };

    private final Class<?> type;
    private final Signature[] signatures;
    private final Map<Method, Signature> byMethod = new HashMap<>();
    private final Map<String, Signature> byName = new HashMap<>();

    private Contract(Class<?> type) {
        if (!type.isInterface()) throw new IllegalArgumentException(type.getName() + " is no interface");
        this.type = type;
        Method[] methods = Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !isOfObject(method))
                .sorted(Comparator.comparing(Signature::name))
                .toArray(Method[]::new);
        if (methods.length > MOST_METHODS)
            throw new IllegalArgumentException(type.getName() + " has more than " + MOST_METHODS + " methods");
        this.signatures = signatures(methods);
    }

    private Signature[] signatures(Method[] methods) {
        try {
            return Arrays.stream(methods).map(this::signature).distinct().toArray(Signature[]::new);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    /** Methods of several interfaces above may have the same name: they are one. */
    private Signature signature(Method method) {
        Signature known = byName.get(Signature.name(method));
        if (known == null) {
            known = new Signature(method, byName.size());
            byName.put(known.toString(), known);
        }
        byMethod.put(method, known);
        return known;
    }

    private static boolean isOfObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    /**
     * Returns the methods of an interface.
     *
     * @throws IllegalArgumentException if it is none, or a value of a method can't travel
     */
    static Contract of(Class<?> type) {
        return ALL.get(type);
    }

    /** @throws IllegalArgumentException if a value of a method has a class whose objects no stream of Java takes */
    void checkSerializable() {
        try {
            for (Signature signature : signatures) signature.checkSerializable();
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private IllegalArgumentException refused(IllegalArgumentException cause) {
        return new IllegalArgumentException("interface " + type.getName() + ": " + cause.getMessage(), cause);
    }

    Class<?> type() {
        return type;
    }

    int size() {
        return signatures.length;
    }

    /** Returns null for a method of Object. */
    Signature signature(Object method) {
        return method instanceof Method known ? byMethod.get(known) : byName.get(method);
    }

    /** Returns null if there is no such number. */
    Signature signature(int number) {
        return number < signatures.length ? signatures[number] : null;
    }
}

package org.jmpi.codec.kryo;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import org.jmpi.comm.datatype.ObjectFilter;

/** How objects of a class are written that is not one of {@link JdkClasses}. */
enum Kind {
    /** An array of a primitive type. */
    PRIMITIVES,
    /** Another array. */
    OBJECTS,
    /** A constant, by its number. */
    ENUM,
    /** Its components; it is made by its constructor. */
    RECORD,
    /** Its fields but the transient ones; it is made as Java serialisation makes objects. */
    FIELDS,
    /**
     * By Java serialisation, for it has methods of its own for this (writeObject, readObject, writeReplace, readResolve,
     * Externalizable), is a proxy, is of the JDK, or holds fields of a class of the JDK.
     */
    JAVA,
    /** Not at all: a lambda, or another class without a name that others could find. */
    LAMBDA,
    /** Not at all: it neither implements Serializable nor is on the list of classes. */
    NONE;

    private static final ClassValue<Kind> OF_CLASS = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            return of(type, false, Serializable.class.isAssignableFrom(type));
        }
    };

    /**
     * Returns the kind of a class.
     *
     * @param listed whether the class may lack Serializable
     */
    static Kind of(Class<?> type, boolean listed) {
        return listed ? of(type, true, true) : OF_CLASS.get(type);
    }

    private static Kind of(Class<?> type, boolean listed, boolean serializable) {
        if (type.isArray()) return type.getComponentType().isPrimitive() ? PRIMITIVES : OBJECTS;
        if (type.isEnum()) return ENUM;
        if (type.isHidden()) return LAMBDA;
        if (!serializable || type.isInterface()) return NONE;
        if (Proxy.isProxyClass(type) || type == Class.class) return JAVA;
        if (ObjectFilter.isOfJdk(type)) return JAVA;
        if (type.isRecord()) return replaces(type) ? JAVA : RECORD;
        return isPlain(type) ? FIELDS : JAVA;
    }

    private static boolean isPlain(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type)) return false;
        for (Class<?> part = type; part != Object.class; part = part.getSuperclass()) {
            if (ObjectFilter.isOfJdk(part) && hasFields(part)) return false;
            if (writesItself(part) || replaces(part)) return false;
        }
        return true;
    }

    private static boolean hasFields(Class<?> type) {
        for (Field field : type.getDeclaredFields()) if (!Modifier.isStatic(field.getModifiers())) return true;
        return false;
    }

    private static boolean writesItself(Class<?> type) {
        for (Field field : type.getDeclaredFields()) if (field.getName().equals("serialPersistentFields")) return true;
        return declares(type, "writeObject", ObjectOutputStream.class)
                || declares(type, "readObject", ObjectInputStream.class)
                || declares(type, "readObjectNoData");
    }

    private static boolean replaces(Class<?> type) {
        return declares(type, "writeReplace") || declares(type, "readResolve");
    }

    private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
        try {
            type.getDeclaredMethod(method, parameters);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}

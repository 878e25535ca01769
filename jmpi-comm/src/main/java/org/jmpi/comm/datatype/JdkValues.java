package org.jmpi.comm.datatype;

import java.io.Externalizable;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.Serializable;

/**
 * The JDK's classes that object messages bring unless the program's pattern says otherwise: values, collections and
 * exceptions.
 *
 * <p>An interface, and a class that is not serialisable, is allowed, since no object of it is made: it occurs as the
 * component of an array, such as {@code Comparable[]}, and as the interface of a proxy. Constants are allowed, since
 * they are found and not made. Exceptions are allowed if they are Java's ({@code java.**}) or have no code that runs
 * when they are decoded. Otherwise the package decides. Left out are the classes by which known attacks on Java
 * serialisation run code or connect to hosts: those of RMI, JMX, naming, XML, Swing and beans, lambdas, and all that is
 * internal to the JDK.
 */
final class JdkValues {
    private static final ObjectInputFilter VALUES = ObjectInputFilter.Config.createFilter(String.join(
            ";",
            "java.lang.*",
            "java.lang.reflect.Proxy",
            "java.math.*",
            "java.net.*",
            "java.text.*",
            "java.time.**",
            "java.util.**",
            "java.sql.*",
            "java.io.File",
            "java.awt.Color",
            "java.awt.Dimension",
            "java.awt.Font",
            "java.awt.Insets",
            "java.awt.Point",
            "java.awt.Polygon",
            "java.awt.Rectangle",
            "java.awt.font.*",
            "java.awt.geom.*",
            "javax.xml.namespace.QName",
            // What TimeZone.getTimeZone and Calendar.getInstance return.
            "sun.util.calendar.ZoneInfo",
            "sun.util.BuddhistCalendar",
            "!*"));

    private static final ClassValue<Boolean> ALLOWED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.isInterface()
                    || !Serializable.class.isAssignableFrom(type)
                    || type.isEnum()
                    || Throwable.class.isAssignableFrom(type) && isData(type)
                    || isValue(type);
        }
    };

    private JdkValues() {}

    /** Returns whether a class of the JDK that is no array is allowed. */
    static boolean allows(Class<?> type) {
        return ALLOWED.get(type);
    }

    private static boolean isValue(Class<?> type) {
        return VALUES.checkInput(new ObjectFilter.OneObject(type)) == ObjectInputFilter.Status.ALLOWED;
    }

    private static boolean isData(Class<?> type) {
        return type.getPackageName().startsWith("java.")
                || !Externalizable.class.isAssignableFrom(type)
                        && !declares(type, "readObject", ObjectInputStream.class)
                        && !declares(type, "readObjectNoData")
                        && !declares(type, "readResolve");
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

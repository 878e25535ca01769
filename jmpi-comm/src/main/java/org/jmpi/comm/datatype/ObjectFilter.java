package org.jmpi.comm.datatype;

import java.io.ObjectInputFilter;
import java.io.Serializable;

/**
 * Which classes an object message may bring: the setting {@code jmpi.object.filter}, whatever the codec.
 *
 * <p>It is an allow-list in the JDK's pattern syntax (JEP 290), for instance {@code com.acme.model.**;java.util.*}; everything
 * else is rejected. It may also set limits, such as {@code maxdepth=1000} or {@code maxarray=1000000}. Without a pattern the
 * list holds the JDK's values and collections ({@code java.lang}, {@code java.util}, {@code java.math}, {@code java.time},
 * {@code java.net}) and the classes of the program itself, that is, those the JDK did not bring.
 */
public final class ObjectFilter {
    /** Why a class is refused. */
    public static final String REFUSAL = "not allowed by the setting jmpi.object.filter";

    private static final String JDK_VALUES =
            "java.lang.*;java.lang.reflect.Proxy;java.util.**;java.math.*;java.time.**;java.net.*;!*";

    private final String pattern;
    private final ObjectInputFilter filter;

    /**
     * @param pattern the allow-list, or null for the usual one
     * @throws IllegalArgumentException if the pattern is malformed
     */
    public ObjectFilter(String pattern) {
        this.pattern = pattern;
        this.filter = pattern == null
                ? ObjectFilter::checkUsual
                : ObjectInputFilter.Config.createFilter(pattern.endsWith("!*") ? pattern : pattern + ";!*");
    }

    /** {@return the filter for Java's object streams} */
    public ObjectInputFilter ofStreams() {
        return filter;
    }

    /**
     * {@return whether objects of a class may be made: it, or what an array of it holds, is on the list, and so is each
     * serialisable superclass}
     *
     * @param type a class, also of arrays
     */
    public boolean allows(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) element = element.getComponentType();
        if (!passes(element)) return false;
        for (Class<?> above = element.getSuperclass(); above != null; above = above.getSuperclass())
            if (Serializable.class.isAssignableFrom(above) && !passes(above)) return false;
        return true;
    }

    private boolean passes(Class<?> type) {
        return filter.checkInput(new OneObject(type)) != ObjectInputFilter.Status.REJECTED;
    }

    /**
     * {@return a limit that the pattern sets; {@link Long#MAX_VALUE} if it sets none}
     *
     * @param name {@code maxdepth}, {@code maxrefs}, {@code maxbytes} or {@code maxarray}
     */
    public long limit(String name) {
        if (pattern == null) return Long.MAX_VALUE;
        long limit = Long.MAX_VALUE;
        for (String part : pattern.split(";"))
            if (part.startsWith(name + "=")) limit = Long.parseLong(part.substring(name.length() + 1));
        return limit;
    }

    /**
     * {@return whether a class came with the JDK}
     *
     * @param type any class that is no array
     */
    public static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        // The boot class path has JMPI's jars, too; what is in a jar there is in no module.
        return (loader == null || loader == ClassLoader.getPlatformClassLoader())
                && type.getModule().isNamed();
    }

    private static ObjectInputFilter.Status checkUsual(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) type = type.getComponentType();
        if (type == null) return ObjectInputFilter.Status.UNDECIDED;
        if (type.isPrimitive() || !isOfJdk(type)) return ObjectInputFilter.Status.ALLOWED;
        return Usual.VALUES.checkInput(info);
    }

    /** Parsed when the first object arrives. */
    private static final class Usual {
        static final ObjectInputFilter VALUES = ObjectInputFilter.Config.createFilter(JDK_VALUES);
    }

    /** Asks for a class alone: no limit is exceeded. */
    private record OneObject(Class<?> serialClass) implements ObjectInputFilter.FilterInfo {
        @Override
        public long arrayLength() {
            return -1;
        }

        @Override
        public long depth() {
            return 1;
        }

        @Override
        public long references() {
            return 1;
        }

        @Override
        public long streamBytes() {
            return 0;
        }
    }
}

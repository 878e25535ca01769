package org.jmpi.comm.datatype;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.reflect.Proxy;

/**
 * The classes that an object message may bring, with any codec.
 *
 * <p>These are the classes of the program itself, that is, those the JDK did not bring, of any class loader, and the
 * JDK's {@link JdkValues values, collections and exceptions}. The setting {@code jmpi.object.filter} is a pattern in
 * the JDK's syntax (JEP 290), which decides first: {@code com.sun.foo.*} adds classes, {@code !java.net.URL} takes some
 * away, {@code maxdepth=1000} and {@code maxarray=1000000} are limits. A pattern that ends in {@code !*} allows nothing
 * but what it names.
 */
public final class ObjectFilter {
    /** Why a class is refused, and what to do. */
    public static final String REFUSAL =
            "not allowed: if it may arrive, add its name to the setting jmpi.object.filter, at every rank";

    /** The advice for a lambda. */
    public static final String LAMBDA =
            "a lambda or a method reference has no class at the receiver: send the data that it"
                    + " works on, or an object of a named class that implements Serializable";

    private final String pattern;
    private final ObjectInputFilter filter;

    /**
     * @param pattern decides before the default does; may be null
     * @throws IllegalArgumentException if the pattern is malformed
     */
    public ObjectFilter(String pattern) {
        this.pattern = pattern;
        ObjectInputFilter own = pattern == null ? null : ObjectInputFilter.Config.createFilter(pattern);
        this.filter = own == null ? ObjectFilter::checkDefault : info -> check(own, info);
    }

    private static ObjectInputFilter.Status check(ObjectInputFilter own, ObjectInputFilter.FilterInfo info) {
        ObjectInputFilter.Status status = own.checkInput(info);
        return status == ObjectInputFilter.Status.UNDECIDED ? checkDefault(info) : status;
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
        String module = type.getModule().getName();
        // The boot class path has JMPI's jars, too; what is in a jar there is in no module.
        if (module == null) return false;
        // The JDK's tools are beside the program's classes.
        return loader == null || loader == ClassLoader.getPlatformClassLoader() || module.startsWith("jdk.");
    }

    private static ObjectInputFilter.Status checkDefault(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) type = type.getComponentType();
        if (type == null) return ObjectInputFilter.Status.UNDECIDED;
        boolean allowed = type.isPrimitive() || Proxy.isProxyClass(type) || !isOfJdk(type) || JdkValues.allows(type);
        return allowed ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    /** Asks for a class alone: no limit is exceeded. */
    record OneObject(Class<?> serialClass) implements ObjectInputFilter.FilterInfo {
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

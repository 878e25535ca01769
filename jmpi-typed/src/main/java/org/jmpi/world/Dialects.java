package org.jmpi.world;

import java.util.List;
import java.util.ServiceLoader;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Dialect;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** The bindings beside typed calls. */
public final class Dialects {
    private Dialects() {}

    /** Loads them when the first is asked for. */
    private static final class Found {
        static final List<Dialect> INSTALLED =
                ServiceLoader.load(Dialect.class, Dialects.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /** {@return the bindings that the class loader of typed calls finds} */
    public static List<Dialect> installed() {
        return Found.INSTALLED;
    }

    /**
     * {@return the dialect of a communicator}
     *
     * @param comm a communicator
     * @throws CommException of class COMM if it is null or of no installed dialect
     */
    public static Dialect of(Object comm) {
        if (comm == null) throw new CommException(ErrorClass.COMM, "communicator is null");
        for (Dialect dialect : installed()) if (dialect.communicatorClass().isInstance(comm)) return dialect;
        throw unknown(comm.getClass());
    }

    /**
     * {@return a communicator of an installed dialect}
     *
     * @param <C> its class
     * @param core its core
     * @param type its class, or a superclass
     * @throws CommException of class COMM if no dialect has such communicators
     */
    public static <C> C wrap(Communicator core, Class<C> type) {
        for (Dialect dialect : installed()) if (isOf(dialect, type)) return type.cast(dialect.wrap(core));
        throw unknown(type);
    }

    /**
     * {@return whether an installed dialect has such communicators}
     *
     * @param type a class
     */
    public static boolean has(Class<?> type) {
        return installed().stream().anyMatch(dialect -> isOf(dialect, type));
    }

    private static boolean isOf(Dialect dialect, Class<?> type) {
        Class<?> each = dialect.communicatorClass();
        while (each != null && each != Object.class && each != type) each = each.getSuperclass();
        return each == type && type != Object.class;
    }

    private static CommException unknown(Class<?> type) {
        return new CommException(
                ErrorClass.COMM,
                "no binding on the class path has communicators of class " + type.getName() + ", but of "
                        + installed().stream()
                                .map(dialect -> dialect.communicatorClass().getName())
                                .toList());
    }
}

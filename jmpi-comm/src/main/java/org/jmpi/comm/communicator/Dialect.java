package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;

/**
 * The classes of a language binding, for code that works with each binding: typed calls and tests. A binding provides
 * one, which {@link java.util.ServiceLoader} finds.
 */
public interface Dialect {
    /** {@return the class of the binding's communicators of one group} */
    Class<?> communicatorClass();

    /**
     * {@return a communicator of the binding}
     *
     * @param core its core
     */
    Object wrap(Communicator core);

    /**
     * {@return the core of a communicator of the binding}
     *
     * @param comm an instance of {@link #communicatorClass}
     * @throws CommException of class COMM if it has none
     */
    Communicator unwrap(Object comm);

    /**
     * {@return the exception that a call of the binding throws}
     *
     * @param failure why the call failed
     */
    Exception raise(CommException failure);
}

package org.jmpi.comm.bootstrap;

import java.util.Iterator;
import java.util.ServiceLoader;
import org.jmpi.comm.transport.TransportProvider;

/**
 * The transports whose classes a loader knows, by {@link ServiceLoader}, and before that the one that most jobs have,
 * by the name of its class: to look through jars for it takes a tenth of the time in which a rank starts.
 */
final class Providers implements Iterator<TransportProvider> {
    private static final String OF_MOST_JOBS = "org.jmpi.transport.shm.ShmTransportProvider";

    private final ClassLoader loader;
    private TransportProvider first;
    private Iterator<TransportProvider> others;

    Providers(ClassLoader loader) {
        this.loader = loader;
        try {
            first = (TransportProvider)
                    Class.forName(OF_MOST_JOBS, true, loader).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            // Not there: the others may be.
            first = null;
        }
    }

    private Iterator<TransportProvider> others() {
        if (others == null)
            others = ServiceLoader.load(TransportProvider.class, loader).iterator();
        return others;
    }

    @Override
    public boolean hasNext() {
        return first != null || others().hasNext();
    }

    @Override
    public TransportProvider next() {
        TransportProvider next = first == null ? others().next() : first;
        first = null;
        return next;
    }
}

package org.jmpi.comm.wireup;

import java.io.IOException;
import java.util.Iterator;
import java.util.ServiceLoader;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;

/**
 * The transports whose classes a loader knows, by {@link ServiceLoader}. The one whose class the launcher names comes
 * first: a search through the jars takes 8 ms, a tenth of the time in which a rank starts.
 */
final class Providers implements Iterator<TransportProvider> {
    private final ClassLoader loader;
    private TransportProvider first;
    private Iterator<TransportProvider> others;

    /** @param first the name of the class of the provider that comes first; null for none */
    Providers(ClassLoader loader, String first) {
        this.loader = loader;
        this.first = first == null ? null : load(first, loader);
    }

    /** Finds providers, first the one that {@link LaunchEnvironment#PROVIDER} names. */
    static Providers of(ClassLoader loader) {
        return new Providers(loader, System.getenv(LaunchEnvironment.PROVIDER));
    }

    /** Removes the shared files that the ranks of this host have left. */
    static void removeRemains(JobSecret secret, JmpiConfig config) throws IOException {
        Providers providers = of(Providers.class.getClassLoader());
        while (providers.hasNext()) providers.next().removeRemains(secret, config);
    }

    /** Returns a provider, or null if the loader does not know its class: then the search finds the others. */
    private static TransportProvider load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, true, loader)
                    .asSubclass(TransportProvider.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            return null;
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

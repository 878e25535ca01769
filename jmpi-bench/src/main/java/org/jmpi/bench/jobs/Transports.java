package org.jmpi.bench.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.TransportProvider;

/** The transports that jobs can be started with. */
public final class Transports {
    private Transports() {}

    /** Returns the names of those that are installed beside this class. */
    public static List<String> installed() {
        List<String> names = new ArrayList<>(List.of(ThreadsTransport.NAME));
        ServiceLoader.load(TransportProvider.class, Transports.class.getClassLoader())
                .forEach(provider -> names.add(provider.name()));
        return names.stream().distinct().toList();
    }
}

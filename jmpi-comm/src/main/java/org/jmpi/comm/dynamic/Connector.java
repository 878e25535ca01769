package org.jmpi.comm.dynamic;

import java.io.Closeable;
import java.io.IOException;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;

/** How the roots of two groups reach each other, and what their bridge is made of: sockets, or those of a simulator. */
public interface Connector {
    /** A port at which roots of other groups connect. */
    interface OpenPort extends Closeable {
        /** {@return the name by which others connect; it holds no secret} */
        String name();

        /**
         * Waits for a root that connects, and takes its connection.
         *
         * @param wait is called again and again, and ends the wait by an exception
         * @return the connection
         */
        RootConnection accept(Runnable wait);

        /** Listens no more; roots that wait are refused. */
        @Override
        void close();
    }

    /**
     * Begins to listen.
     *
     * @param key what both sides prove
     * @param local whether only processes of this host connect
     * @return the port
     * @throws IOException if this process cannot listen
     */
    OpenPort listen(JobSecret key, boolean local) throws IOException;

    /**
     * Connects to a port, and waits until a root there takes the connection.
     *
     * @param port its name
     * @param key of all ports that this process may know
     * @param wait is called again and again, and ends the wait by an exception
     * @return the connection
     * @throws IOException if no process listens there, it does not know the key, or it has closed the port
     * @throws org.jmpi.comm.error.CommException of class PORT if the name is that of no port
     */
    RootConnection connect(String port, JobSecret key, Runnable wait) throws IOException;

    /**
     * {@return what the processes of this user prove to each other}
     *
     * @throws IOException if this process has no key of its user
     */
    JobSecret secret() throws IOException;

    /** {@return a new secret} */
    JobSecret newSecret();

    /** {@return the transports that a bridge may have} */
    Iterable<TransportProvider> transports();
}

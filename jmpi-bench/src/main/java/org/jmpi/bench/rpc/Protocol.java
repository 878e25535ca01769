package org.jmpi.bench.rpc;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;

/** A way to call a {@link Worker} in another JVM of this host. */
enum Protocol {
    /** The JDK's own. */
    JAVA_RMI {
        @Override
        Service serve(Worker worker) throws IOException {
            return JavaRmi.serve(worker);
        }

        @Override
        Client connect(int port) throws IOException {
            return JavaRmi.connect(port);
        }
    },
    /** RFC 5531, by the library oncrpc4j. */
    ONC_RPC {
        @Override
        Service serve(Worker worker) throws IOException {
            return OncRpc.serve(worker);
        }

        @Override
        Client connect(int port) throws IOException {
            return OncRpc.connect(port);
        }
    };

    /** Where services listen. */
    static final InetAddress HOST = InetAddress.getLoopbackAddress();

    /** A worker that can be called, until it is closed. */
    interface Service extends Closeable {
        int port();
    }

    /** A worker elsewhere, until it is closed. */
    interface Client extends Closeable {
        Worker worker();
    }

    /** Lets others call a worker. */
    abstract Service serve(Worker worker) throws IOException;

    /** Connects to a worker that is served at a port. */
    abstract Client connect(int port) throws IOException;
}

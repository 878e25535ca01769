package org.jmpi.bench.rpc;

import java.io.IOException;
import java.net.ServerSocket;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;

/** Java RMI as textbooks have it: the worker is exported, and found by its name in a registry. */
final class JavaRmi {
    private static final String NAME = "Worker";
    private static final int BACKLOG = 50;

    private JavaRmi() {}

    static Protocol.Service serve(Worker worker) throws IOException {
        System.setProperty("java.rmi.server.hostname", Protocol.HOST.getHostAddress());
        Sockets sockets = new Sockets();
        Registry bindings = LocateRegistry.createRegistry(0, null, sockets);
        int port = sockets.last.getLocalPort();
        bindings.rebind(NAME, UnicastRemoteObject.exportObject(worker, 0, null, new Sockets()));
        return new Service(port, bindings, worker);
    }

    /** Makes the sockets on which RMI listens. */
    private static final class Sockets implements RMIServerSocketFactory {
        private ServerSocket last;

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            last = new ServerSocket(port, BACKLOG, Protocol.HOST);
            return last;
        }
    }

    /** Keeps the registry and the worker: RMI alone would not. */
    private record Service(int port, Registry bindings, Worker worker) implements Protocol.Service {
        @Override
        public void close() throws IOException {
            UnicastRemoteObject.unexportObject(worker, true);
            UnicastRemoteObject.unexportObject(bindings, true);
        }
    }

    static Protocol.Client connect(int port) throws IOException {
        try {
            Registry bindings = LocateRegistry.getRegistry(Protocol.HOST.getHostAddress(), port);
            return new Client((Worker) bindings.lookup(NAME));
        } catch (NotBoundException e) {
            throw new IOException("no worker in the registry at port " + port, e);
        }
    }

    private record Client(Worker worker) implements Protocol.Client {
        @Override
        public void close() {}
    }
}

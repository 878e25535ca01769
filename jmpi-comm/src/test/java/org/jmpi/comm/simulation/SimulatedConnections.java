package org.jmpi.comm.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.dynamic.Connector;
import org.jmpi.comm.dynamic.RootConnection;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;

/** The ports of all processes, the connections of their roots, and the networks of worlds that have connected. */
final class SimulatedConnections {
    private static final long SECRET_OF_USER = 7;

    /** The longest time in ns from the loss of a process to the end of its connections. */
    private static final long LONGEST_DETECTION_NANOS = 500_000_000;

    private final Simulator simulator;

    /** Whether the processes of each world have threads that bring frames: then a bridge needs them, too. */
    private final boolean pushes;

    private final Map<String, Port> ports = new HashMap<>();
    private final Map<String, Bridge> bridges = new HashMap<>();
    private final List<SimulatedNetwork> networks = new ArrayList<>();
    private final List<SimulatedRoot> roots = new ArrayList<>();

    /** The network of a bridge. */
    private record Bridge(SimulatedNetwork network, boolean pushes) {}

    SimulatedConnections(Simulator simulator, boolean pushes) {
        this.simulator = simulator;
        this.pushes = pushes;
    }

    /** Takes note of the network of a world that was spawned. */
    void add(SimulatedNetwork network) {
        networks.add(network);
    }

    /** Ends what a process that is lost has. */
    void lose(int process) {
        for (SimulatedNetwork network : networks) network.lose(process);
        for (SimulatedRoot root : roots)
            if (root.process() == process) root.cut(simulator.random().between(0, LONGEST_DETECTION_NANOS));
    }

    /** Returns how a process connects to others. */
    Connector connector(int process) {
        return new OfProcess(process);
    }

    /** A port at which roots wait. */
    private final class Port implements Connector.OpenPort {
        private final int process;
        private final String name;
        private final JobSecret key;
        private final ArrayDeque<SimulatedRoot> waiting = new ArrayDeque<>();

        Port(int process, String name, JobSecret key) {
            this.process = process;
            this.name = name;
            this.key = key;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public RootConnection accept(Runnable wait) {
            while (true) {
                SimulatedRoot root = waiting.poll();
                if (root != null && take(root, wait)) return root;
                simulator.await(Seam.AWAIT, "a root", simulator.now() + SimulatedRoot.LOOK_NANOS);
                wait.run();
            }
        }

        private boolean take(SimulatedRoot root, Runnable wait) {
            try {
                root.send(new ControlWriter().writeInt(0));
                root.receive(wait);
                return true;
            } catch (IOException e) {
                root.close();
                return false;
            }
        }

        @Override
        public void close() {
            ports.remove(name);
            for (SimulatedRoot root = waiting.poll(); root != null; root = waiting.poll()) root.close();
        }
    }

    /** The connections of one process. */
    private final class OfProcess implements Connector {
        private final int process;

        OfProcess(int process) {
            this.process = process;
        }

        @Override
        public OpenPort listen(JobSecret key, boolean local) {
            Port port = new Port(process, "port-" + process + "-" + simulator.now(), key);
            ports.put(port.name, port);
            return port;
        }

        @Override
        public RootConnection connect(String name, JobSecret key, Runnable wait) throws IOException {
            simulator.step(Seam.SEND);
            Port port = ports.get(name);
            if (port == null || simulator.isLost(port.process)) throw new IOException("nobody listens at " + name);
            if (!key.toHex().equals(port.key.toHex())) throw new IOException("another key");
            SimulatedRoot own = new SimulatedRoot(simulator, process, key);
            SimulatedRoot other = new SimulatedRoot(simulator, port.process, key);
            own.connect(other);
            roots.add(own);
            roots.add(other);
            port.waiting.add(other);
            try {
                own.receive(wait);
                own.send(new ControlWriter().writeInt(0));
                return own;
            } catch (IOException | RuntimeException e) {
                own.close();
                throw e;
            }
        }

        @Override
        public JobSecret secret() {
            return secret(SECRET_OF_USER);
        }

        @Override
        public JobSecret newSecret() {
            return secret(simulator.random().next());
        }

        private JobSecret secret(long number) {
            return JobSecret.derive(
                    ByteBuffer.allocate(Long.BYTES).putLong(number).array(), new byte[0]);
        }

        @Override
        public Iterable<TransportProvider> transports() {
            return List.of(new TransportProvider() {
                @Override
                public String name() {
                    return SimulatedTransport.NAME;
                }

                @Override
                public Transport open(TransportSite site, FrameHandler handler) {
                    Bridge bridge = bridges.computeIfAbsent(site.secret().toHex(), secret -> bridge(site.size()));
                    return bridge.network.open(site.rank(), process, site.host(), bridge.pushes, null, handler);
                }
            });
        }

        private Bridge bridge(int size) {
            SimulatedNetwork network = new SimulatedNetwork(simulator, size);
            networks.add(network);
            return new Bridge(network, pushes || simulator.random().chance(300));
        }
    }
}

package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.communicator.ByteExchange;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.PeerTable;
import org.jmpi.comm.trust.JobSecret;

/**
 * The processes of other worlds that one process has to do with (MPI-4.1 chapter 11): it spawns them, or connects to
 * them, and disconnects from them.
 */
public final class DynamicProcesses {
    /** The most characters of the name of a port. */
    public static final int MAX_PORT_NAME = 4096;

    /** The variable with the port of the processes that have spawned this one. */
    public static final String PARENT = "JMPI_PARENT";

    /** The variable with the key of that port, in hexadecimal. */
    public static final String PARENT_KEY = "JMPI_PARENT_KEY";

    private final Process process;
    private final JmpiConfig config;
    private final Starter starter;
    private final Connector connector;
    private final Ports ports;
    private final Bridges bridges;

    /** Whether all processes of the job are on one host: set before the first call. */
    private volatile boolean allLocal = true;

    private boolean joinedParent;
    private volatile Communicator parent;

    /** Starts processes. */
    @FunctionalInterface
    public interface Starter {
        /**
         * Starts a world of processes, and returns before they run.
         *
         * @param order says what they run
         * @return the job that was ordered
         * @throws CommException of class SPAWN if this process has nothing that could start others
         */
        Started start(SpawnOrder order);
    }

    /** A job that was ordered. */
    @FunctionalInterface
    public interface Started {
        /** {@return why the job has ended, in one line; null while it has not} */
        String end();
    }

    /**
     * @param process this one
     * @param config its settings
     * @param hostName the name of its host
     * @param starter starts processes
     */
    public DynamicProcesses(Process process, JmpiConfig config, String hostName, Starter starter) {
        this(process, config, hostName, starter, new SocketConnector(config));
    }

    /**
     * @param process this one
     * @param config its settings
     * @param hostName the name of its host
     * @param starter starts processes
     * @param connector connects the roots of groups
     */
    public DynamicProcesses(Process process, JmpiConfig config, String hostName, Starter starter, Connector connector) {
        this.process = process;
        this.config = config;
        this.starter = starter;
        this.connector = connector;
        this.ports = new Ports(connector, config);
        this.bridges = new Bridges(process, config, hostName, connector);
    }

    /**
     * Takes note of how the ranks of this job reach each other.
     *
     * @param name the transport of the job
     * @param local whether all its ranks are on one host, and what they spawn, too, without a hint
     */
    public void connected(String name, boolean local) {
        bridges.transport(name);
        allLocal = local;
    }

    /** {@return the ports and the service names of this process} */
    public Ports ports() {
        return ports;
    }

    // ---- spawn (MPI-4.1 section 11.8) ----

    /**
     * Starts a world of processes; every rank of a communicator calls this.
     *
     * @param comm of one group
     * @param arguments say what they run; count at the root only
     * @param root the rank that has them started
     * @param codes takes the code of an error class for each process; null for none
     * @param awaits whether MPI.Finalize waits until the other processes have called it, too, here and there
     * @return the communicator of this group and of the new processes
     * @throws CommException of class SPAWN if they do not start or end before they have called MPI.Init
     */
    public Communicator spawn(Communicator comm, SpawnArguments arguments, int root, int[] codes, boolean awaits) {
        check(comm, root);
        if (codes != null) Arrays.fill(codes, ErrorClass.SPAWN.code());
        Bridges.Call call = new Bridges.Call("Spawn", arguments, ErrorClass.SPAWN, awaits);
        try (Spawning spawning = new Spawning(comm, arguments, codes)) {
            Communicator both = bridges.meet(comm, call, root, () -> true, spawning);
            byte[] started = spawning.started(both, root);
            if (codes == null) return both;
            for (int i = 0; i < Math.min(codes.length, started.length); i++)
                if (started[i] == 1) codes[i] = ErrorClass.SUCCESS.code();
            return both;
        }
    }

    /** A spawn at its root. */
    private final class Spawning implements Bridges.Source, AutoCloseable {
        private final Communicator comm;
        private final SpawnArguments arguments;
        private final int[] codes;
        private Connector.OpenPort port;

        /** For each process that was asked for whether it has been started. */
        private byte[] started = {};

        Spawning(Communicator comm, SpawnArguments arguments, int[] codes) {
            this.comm = comm;
            this.arguments = arguments;
            this.codes = codes;
        }

        @Override
        public RootConnection open() {
            List<SpawnOrder.Program> programs = arguments.programs();
            started = arguments.started(programs);
            if (codes != null && codes.length < started.length)
                throw new CommException(
                        ErrorClass.ARG,
                        "errcodes is too short: length=" + codes.length + ", processes=" + started.length);
            JobSecret key = connector.newSecret();
            boolean local = allLocal
                    && programs.stream()
                            .noneMatch(program -> program.info().containsKey("host")
                                    || program.info().containsKey("hostfile"));
            try {
                port = connector.listen(key, local);
            } catch (IOException e) {
                throw new CommException(ErrorClass.SPAWN, "cannot listen for new processes: " + e.getMessage(), e);
            }
            Started job = starter.start(new SpawnOrder(process.worldRank(), programs, port.name(), key.toHex()));
            return port.accept(() -> {
                String end = job.end();
                if (end != null) throw new CommException(ErrorClass.SPAWN, "no new processes: " + end);
                checkGroup(comm);
            });
        }

        /** Returns which processes the root has started; leaves them if a rank of this group fails. */
        byte[] started(Communicator both, int root) {
            try {
                return new ByteExchange(comm, "Spawn").bcast(started, root);
            } catch (CommException e) {
                // The program does not get the communicator, and so can't disconnect.
                bridges.part(both);
                throw e;
            }
        }

        @Override
        public void close() {
            if (port != null) port.close();
        }
    }

    private void checkGroup(Communicator comm) {
        PeerTable peers = process.engine().peers();
        int gone = peers.failedAmong(comm.group().worldRanks());
        if (gone >= 0) throw peers.missing(gone);
        CommException over = peers.failure();
        if (over != null) throw over.here();
    }

    private long now() {
        return process.engine().scheduler().nanoTime();
    }

    /** Returns a check of a wait that may last as long as it takes to connect. */
    private Runnable limit(Communicator comm, ErrorClass errorClass, String what) {
        long start = now();
        return () -> {
            checkGroup(comm);
            if (now() - start > config.connectNanos())
                throw new CommException(
                        errorClass,
                        what + " within " + config.connectNanos() / 1_000_000_000L + " s (jmpi.connect.timeout.s)");
        };
    }

    /**
     * Connects the ranks of this world with the processes that have spawned it, if some have; every rank calls this.
     *
     * @param world the communicator of all ranks
     * @param name the name of the parents' port; null if this world was not spawned
     * @param key of the port, in hexadecimal
     * @throws CommException of class OTHER if the parents are gone
     */
    public void joinParent(Communicator world, String name, String key) {
        if (name == null || joinedParent) return;
        joinedParent = true;
        Bridges.Call call = new Bridges.Call("Init", "spawned by another world", ErrorClass.OTHER, true);
        parent = bridges.meet(world, call, 0, () -> false, () -> {
            try {
                return reach(world, name, JobSecret.fromHex(key));
            } catch (IOException e) {
                throw new CommException(
                        ErrorClass.OTHER, "the processes that have spawned this world are gone: " + e.getMessage(), e);
            }
        });
        parent.name("MPI_COMM_PARENT");
    }

    private RootConnection reach(Communicator comm, String name, JobSecret key) throws IOException {
        Runnable limit = limit(comm, ErrorClass.PORT, "no process accepts a connection at " + name);
        return connector.connect(name, key, limit);
    }

    /** {@return the communicator of this world and of the processes that have spawned it; null if there is none} */
    public Communicator parent() {
        Communicator known = parent;
        return known == null || known.isFreed() || known.isOver() ? null : known;
    }

    // ---- processes that meet (MPI-4.1 sections 11.9 and 11.10.5) ----

    /**
     * Waits at a port for a group of another job; every rank of a communicator calls this.
     *
     * @param comm of one group
     * @param name of the port; counts at the root only
     * @param root the rank that has opened the port
     * @return the communicator of both groups
     * @throws CommException of class PORT if the root has not opened the port, or the other group ends meanwhile
     */
    public Communicator accept(Communicator comm, String name, int root) {
        check(comm, root);
        Bridges.Call call = new Bridges.Call("Accept", name, ErrorClass.PORT, true);
        return bridges.meet(
                comm,
                call,
                root,
                () -> true,
                () -> ports.get(name).accept(() -> {
                    ports.get(name); // another thread may have closed it
                    checkGroup(comm);
                }));
    }

    /**
     * Connects to a group of another job that waits at a port; every rank of a communicator calls this.
     *
     * @param comm of one group
     * @param name of the port; counts at the root only
     * @param root the rank that connects
     * @return the communicator of both groups
     * @throws CommException of class PORT if the name is none, no process listens there or accepts in time, or it has
     *     another key
     */
    public Communicator connect(Communicator comm, String name, int root) {
        check(comm, root);
        Bridges.Call call = new Bridges.Call("Connect", name, ErrorClass.PORT, true);
        return bridges.meet(comm, call, root, () -> false, () -> {
            try {
                return reach(comm, name, ports.secret());
            } catch (IOException e) {
                throw new CommException(ErrorClass.PORT, "cannot connect to " + name + ": " + e.getMessage(), e);
            }
        });
    }

    /**
     * Connects two processes of one user that have a connected socket.
     *
     * @param self the communicator of this process alone
     * @param channel carries nothing when this is called at its two ends, and nothing when this has returned there
     * @param awaits whether MPI.Finalize waits until the other process has called it, too; if both ends say so
     * @return the communicator of both processes
     * @throws CommException of class ARG if the channel is not connected; OTHER if the other process does not call this
     *     in time, has another key, or ends
     */
    public Communicator join(Communicator self, SocketChannel channel, boolean awaits) {
        if (channel == null || !channel.isConnected())
            throw new CommException(ErrorClass.ARG, "channel is not connected: " + channel);
        Communicator own = duplicate(self);
        try (JoinedSocket socket = new JoinedSocket(
                channel, limit(own, ErrorClass.OTHER, "the other end of the socket has not called Join"))) {
            Bridges.Call call = new Bridges.Call("Join", channel.getRemoteAddress(), ErrorClass.OTHER, awaits);
            return bridges.meet(own, call, 0, socket::accepts, () -> socket.open(ports, config));
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "cannot join over the socket: " + e.getMessage(), e);
        } finally {
            own.free();
        }
    }

    /** Returns a communicator for one call: several threads may join with other processes at the same time. */
    private synchronized Communicator duplicate(Communicator self) {
        check(self, 0);
        return Communicators.dupIntra(self);
    }

    private void check(Communicator comm, int root) {
        comm.checkUsable();
        if (comm.isInter()) throw new CommException(ErrorClass.COMM, "communicator is an intercommunicator");
        if (root < 0 || root >= comm.size())
            throw new CommException(ErrorClass.ROOT, "root out of range: root=" + root + ", size=" + comm.size());
    }

    // ---- the end (MPI-4.1 section 11.10.4) ----

    /**
     * Frees a communicator and, where no other one needs them, the connections that it uses; every rank of it calls
     * this. Members that have failed are not waited for.
     *
     * @param comm neither that of the world nor that of this process alone
     * @throws CommException of class COMM if it is one of these, or has been freed
     */
    public void disconnect(Communicator comm) {
        bridges.disconnect(comm);
    }

    /** Waits until the worlds that are still connected are in MPI.Finalize, too, or have ended. */
    public void finish() {
        bridges.finish();
    }

    /** Closes all connections to other worlds, in MPI.Finalize. */
    public void close() {
        bridges.close();
        parent = null;
        ports.close();
    }
}

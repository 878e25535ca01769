package org.jmpi.comm.dynamic;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.jmpi.comm.communicator.ByteExchange;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.comm.trust.UserKey;
import org.jmpi.comm.wireup.RankTable;
import org.jmpi.comm.wireup.Wiring;

/**
 * The processes of other worlds that one process has to do with (MPI-4.1 chapter 11): it spawns them, or connects to
 * them, and disconnects from them.
 */
public final class DynamicProcesses {
    /** The variable with the port of the processes that have spawned this one. */
    public static final String PARENT = "JMPI_PARENT";

    /** The variable with the key of that port, in hexadecimal. */
    public static final String PARENT_KEY = "JMPI_PARENT_KEY";

    /** The variable with the folder of the user's key and service names; by default {@code .jmpi} in the home. */
    private static final String USER_FOLDER = "JMPI_USER_FOLDER";

    private static final int NONCE_BYTES = 32;
    private static final int LOOK_MILLIS = 50;

    private final Process process;
    private final JmpiConfig config;
    private final String hostName;
    private final Starter starter;

    /** The transport of the job, and whether all its processes are on one host: set before the first call. */
    private volatile String transport = ThreadsTransport.NAME;

    private volatile boolean allLocal = true;

    private final List<Bridge> bridges = new ArrayList<>();

    /** The ports that are open, by their names. */
    private final Map<String, Port> ports = new ConcurrentHashMap<>();

    /** The service names that this process has published, with their ports. */
    private final Map<String, String> services = new ConcurrentHashMap<>();

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

    /** Gets the connection to the other root. */
    private interface Source {
        /** @throws CommException of the class that the call is to fail with */
        RootChannel open();
    }

    /**
     * @param process this one
     * @param config its settings
     * @param hostName the name of its host
     * @param starter starts processes
     */
    public DynamicProcesses(Process process, JmpiConfig config, String hostName, Starter starter) {
        this.process = process;
        this.config = config;
        this.hostName = hostName;
        this.starter = starter;
    }

    /**
     * Takes note of how the ranks of this job reach each other.
     *
     * @param name the transport of the job
     * @param local whether all its ranks are on one host, and what they spawn, too, without a hint
     */
    public void connected(String name, boolean local) {
        transport = name;
        allLocal = local;
    }

    // ---- spawn (MPI-4.1 section 11.8) ----

    /**
     * Starts a world of processes; every rank of a communicator calls this.
     *
     * @param comm of one group
     * @param arguments say what they run; count at the root only
     * @param root the rank that has them started
     * @param codes takes the code of an error class for each process; null for none
     * @return the communicator of this group and of the new processes
     * @throws CommException of class SPAWN if they do not start or end before they have called MPI.Init
     */
    public Communicator spawn(Communicator comm, SpawnArguments arguments, int root, int[] codes) {
        check(comm, root);
        if (codes != null) Arrays.fill(codes, ErrorClass.SPAWN.code());
        AtomicReference<Port> port = new AtomicReference<>();
        try {
            Communicator both =
                    meet(comm, "Spawn", root, true, ErrorClass.SPAWN, () -> start(comm, arguments, codes, port));
            if (codes != null) Arrays.fill(codes, ErrorClass.SUCCESS.code());
            return both;
        } finally {
            if (port.get() != null) port.get().close();
        }
    }

    private RootChannel start(Communicator comm, SpawnArguments arguments, int[] codes, AtomicReference<Port> port) {
        List<SpawnOrder.Program> programs = arguments.programs();
        int count = programs.stream().mapToInt(SpawnOrder.Program::processes).sum();
        if (codes != null && codes.length < count)
            throw new CommException(
                    ErrorClass.ARG, "errcodes is too short: length=" + codes.length + ", processes=" + count);
        JobSecret key = JobSecret.create();
        boolean local = allLocal
                && programs.stream()
                        .noneMatch(program -> program.info().containsKey("host")
                                || program.info().containsKey("hostfile"));
        try {
            port.set(Port.open(key, local, config));
        } catch (IOException e) {
            throw new CommException(ErrorClass.SPAWN, "cannot listen for new processes: " + e.getMessage(), e);
        }
        String name = port.get().name();
        Started job = starter.start(new SpawnOrder(process.worldRank(), programs, name, key.toHex()));
        return await(comm, port.get(), job);
    }

    private RootChannel await(Communicator comm, Port port, Started job) {
        while (true) {
            RootChannel channel = port.poll(LOOK_MILLIS);
            if (channel != null && isThere(comm, channel)) return channel;
            String end = job.end();
            if (end != null) throw new CommException(ErrorClass.SPAWN, "no new processes: " + end);
            checkGroup(comm);
        }
    }

    /** Returns whether the other root still waits; if not, its connection is closed. */
    private boolean isThere(Communicator comm, RootChannel channel) {
        long start = System.nanoTime();
        try {
            channel.meet(() -> checkGroup(comm, start));
            return true;
        } catch (IOException e) {
            SocketCarrier.hangUp(channel);
            return false;
        }
    }

    private void checkGroup(Communicator comm, long start) {
        checkGroup(comm);
        if (System.nanoTime() - start > config.connectNanos())
            throw new CommException(
                    ErrorClass.PORT,
                    "no process accepts a connection there within " + config.connectNanos() / 1_000_000_000L
                            + " s (jmpi.connect.timeout.s)");
    }

    private void checkGroup(Communicator comm) {
        int gone = process.engine().peers().failedAmong(comm.group().worldRanks());
        if (gone >= 0) throw process.engine().peers().missing(gone);
        CommException over = process.engine().peers().failure();
        if (over != null) throw over.here();
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
        parent = meet(world, "Init", 0, false, ErrorClass.OTHER, () -> {
            try {
                return reach(world, name, JobSecret.fromHex(key));
            } catch (IOException e) {
                throw new CommException(
                        ErrorClass.OTHER, "the processes that have spawned this world are gone: " + e.getMessage(), e);
            }
        });
        parent.name("MPI_COMM_PARENT");
    }

    private RootChannel reach(Communicator comm, String name, JobSecret key) throws IOException {
        Port.Location port = Port.Location.parse(name);
        RootChannel channel = RootChannel.connect(port.addresses(), port.tag(), key, config, config.connectNanos());
        long start = System.nanoTime();
        try {
            channel.meet(() -> checkGroup(comm, start));
            return channel;
        } catch (IOException | RuntimeException e) {
            SocketCarrier.hangUp(channel);
            throw e;
        }
    }

    // ---- ports and names (MPI-4.1 section 11.9) ----

    /**
     * {@return the name of a new port, which holds no secret}
     *
     * @throws CommException of class PORT if this process cannot listen, or has no key of its user
     */
    public String openPort() {
        try {
            Port port = Port.open(userSecret(), false, config);
            ports.put(port.name(), port);
            return port.name();
        } catch (IOException e) {
            throw new CommException(ErrorClass.PORT, "cannot open a port: " + e.getMessage(), e);
        }
    }

    private JobSecret userSecret() throws IOException {
        return UserKey.secret(UserKey.folder(System.getenv(USER_FOLDER)), "ports");
    }

    /**
     * Closes a port.
     *
     * @param name of the port
     * @throws CommException of class PORT if this process has not opened it
     */
    public void closePort(String name) {
        own(name, true).close();
    }

    private Port own(String name, boolean removes) {
        Port port = name == null ? null : removes ? ports.remove(name) : ports.get(name);
        if (port == null) throw new CommException(ErrorClass.PORT, "not a port that this process has open: " + name);
        return port;
    }

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
        return meet(comm, "Accept", root, true, ErrorClass.PORT, () -> {
            Port port = own(name, false);
            while (true) {
                RootChannel channel = port.poll(LOOK_MILLIS);
                if (channel != null && isThere(comm, channel)) return channel;
                own(name, false);
                checkGroup(comm);
            }
        });
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
        return meet(comm, "Connect", root, false, ErrorClass.PORT, () -> {
            try {
                return reach(comm, name, userSecret());
            } catch (IOException e) {
                throw new CommException(ErrorClass.PORT, "cannot connect to " + name + ": " + e.getMessage(), e);
            }
        });
    }

    private ServiceNames names(ErrorClass errorClass) {
        try {
            return new ServiceNames(UserKey.folder(System.getenv(USER_FOLDER)));
        } catch (IOException e) {
            throw new CommException(errorClass, "no service names: " + e.getMessage(), e);
        }
    }

    /**
     * Publishes the name of a port for other jobs of this user.
     *
     * @param service names it
     * @param port as {@link #openPort} returned it
     * @throws CommException of class SERVICE if the name is taken; PORT if the port has no such name
     */
    public void publish(String service, String port) {
        Port.Location.parse(port);
        names(ErrorClass.SERVICE).publish(service, port);
        services.put(service, port);
    }

    /**
     * Takes a service name back.
     *
     * @param service the name
     * @param port that it was published with
     * @throws CommException of class SERVICE if the name is not published with this port
     */
    public void unpublish(String service, String port) {
        names(ErrorClass.SERVICE).unpublish(service, port);
        services.remove(service);
    }

    /**
     * {@return the name of the port that was published}
     *
     * @param service the name
     * @throws CommException of class NAME if the name is not published
     */
    public String lookup(String service) {
        return names(ErrorClass.NAME).lookup(service);
    }

    /** {@return the communicator of this world and of the processes that have spawned it; null if there is none} */
    public Communicator parent() {
        Communicator known = parent;
        return known == null || known.isFreed() || known.isOver() ? null : known;
    }

    // ---- the meeting of two groups ----

    private void check(Communicator comm, int root) {
        comm.checkUsable();
        process.engine().checkAttachable();
        if (comm.isInter()) throw new CommException(ErrorClass.COMM, "communicator is an intercommunicator");
        if (root < 0 || root >= comm.size())
            throw new CommException(ErrorClass.ROOT, "root out of range: root=" + root + ", size=" + comm.size());
    }

    /**
     * Connects two groups.
     *
     * @param accepts whether this group has opened the port
     * @param errorClass of a failure of the other group
     * @param source asked at the root only
     */
    private Communicator meet(
            Communicator comm, String call, int root, boolean accepts, ErrorClass errorClass, Source source) {
        RootChannel channel = null;
        try {
            CommException failure = null;
            if (comm.rank() == root) {
                try {
                    channel = source.open();
                } catch (CommException e) {
                    failure = e;
                }
            }
            announce(new ByteExchange(comm, call), root, failure);
            return meet(new Encounter(comm, call, root, channel, accepts, config.connectNanos()), call, channel, root);
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.OTHER) throw e;
            throw new CommException(errorClass, e.getMessage(), e);
        } finally {
            if (channel != null) SocketCarrier.hangUp(channel);
        }
    }

    /** Tells all ranks whether the root has a connection; if not, the call fails at all in the same way. */
    private static void announce(ByteExchange group, int root, CommException failure) {
        byte[] told = {};
        if (failure != null)
            told = (failure.errorClass().name() + " " + failure.getMessage()).getBytes(StandardCharsets.UTF_8);
        String text = new String(group.bcast(told, root), StandardCharsets.UTF_8);
        if (failure != null) throw failure;
        if (text.isEmpty()) return;
        int blank = text.indexOf(' ');
        throw new CommException(ErrorClass.valueOf(text.substring(0, blank)), text.substring(blank + 1));
    }

    private Communicator meet(Encounter encounter, String call, RootChannel channel, int root) {
        Communicator comm = encounter.comm();
        byte[] nonce = channel == null ? new byte[0] : JobSecret.random(NONCE_BYTES);
        List<Member> members = members(encounter, nonce);
        int others = members.size() - comm.size();
        int first = encounter.accepts() ? 0 : others;
        byte[] secret = new ByteExchange(comm, call).bcast(secret(members, channel), root);
        Bridge bridge = connect(encounter, members, first, JobSecret.of(secret));
        try {
            int from = encounter.accepts() ? comm.size() : 0;
            int[] numbers = members.subList(from, from + others).stream()
                    .mapToInt(member -> process.names().number(member.name()))
                    .toArray();
            Communicator both = agree(encounter, Group.of(numbers));
            if (bridge != null && !encounter.accepts()) bridge.greet();
            return both;
        } catch (CommException e) {
            encounter.fail(e);
            if (bridge != null) close(bridge, 0);
            throw e;
        }
    }

    private List<Member> members(Encounter encounter, byte[] nonce) {
        List<Long> open;
        synchronized (bridges) {
            open = bridges.stream().map(Bridge::id).toList();
        }
        Member own = new Member(
                process.names().name(process.worldRank()), Host.ofProcess(hostName, config), transport, open, nonce);
        List<Member> members = new ArrayList<>();
        try {
            for (byte[] each : encounter.exchange(own.write())) members.add(Member.read(each));
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "a process has sent what makes no sense: " + e.getMessage(), e);
        }
        return members;
    }

    /** Returns the secret of the bridge at a root, which both know, and nobody else. */
    private static byte[] secret(List<Member> members, RootChannel channel) {
        if (channel == null) return new byte[0];
        ByteBuffer nonces = ByteBuffer.allocate(2 * NONCE_BYTES);
        for (Member member : members)
            if (member.nonce().length == NONCE_BYTES && nonces.hasRemaining()) nonces.put(member.nonce());
        return JobSecret.derive(channel.key().toBytes(), nonces.array()).toBytes();
    }

    /** Returns the bridge of two groups; null if their processes reach each other already. */
    private Bridge connect(Encounter encounter, List<Member> members, int first, JobSecret secret) {
        int size = encounter.comm().size();
        if (allReached(members, encounter.accepts() ? size : first)) return null;
        Member own = members.get(first + encounter.comm().rank());
        boolean[] reached = new boolean[members.size()];
        for (int peer = 0; peer < reached.length; peer++)
            reached[peer] = (peer < first || peer >= first + size) && !own.reaches(members.get(peer));
        Bridge bridge = null;
        try {
            boolean local = members.stream().allMatch(member -> member.host().equals(own.host()));
            bridge = new Bridge(
                    secret.token(), first + encounter.comm().rank(), members, reached, process, hostName, config);
            ClassLoader loader = DynamicProcesses.class.getClassLoader();
            new Wiring(List.of(bridge), transport(members), local, secret, Wiring.providers(loader), note -> {})
                    .connect(null, mine -> exchange(encounter, mine.get(0)));
            synchronized (bridges) {
                bridges.add(bridge);
            }
            return bridge;
        } catch (RuntimeException e) {
            CommException failure = e instanceof CommException known
                    ? known
                    : new CommException(ErrorClass.OTHER, "the bridge could not be made: " + e, e);
            encounter.fail(failure);
            if (bridge != null) bridge.close(0);
            throw failure;
        }
    }

    /** @param accepting how many processes the group has that has opened the port */
    private static boolean allReached(List<Member> members, int accepting) {
        for (Member one : members.subList(0, accepting))
            for (Member other : members.subList(accepting, members.size())) if (!one.reaches(other)) return false;
        return true;
    }

    /** Returns the transport of a bridge: the one that a process asks for, where one does. */
    private static String transport(List<Member> members) {
        return members.stream()
                .map(Member::transport)
                .filter(name -> !name.equals(ThreadsTransport.NAME) && !name.equals(Wiring.AUTO))
                .findFirst()
                .orElse(Wiring.AUTO);
    }

    private static RankTable exchange(Encounter encounter, PeerAddress own) {
        try {
            ControlWriter out = new ControlWriter();
            RankTable.write(new DataOutputStream(out), own);
            List<PeerAddress> all = new ArrayList<>();
            for (byte[] each : encounter.exchange(out))
                all.add(RankTable.readAddress(new DataInputStream(new ByteArrayInputStream(each))));
            return new RankTable(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Communicator agree(Encounter encounter, Group remote) {
        IntSupplier proposal = () -> ints(encounter, process.freeContext())[0];
        IntUnaryOperator least =
                own -> Arrays.stream(ints(encounter, own)).min().orElseThrow();
        return Intercommunicators.connect(encounter.comm(), remote, proposal, least);
    }

    private static int[] ints(Encounter encounter, int own) {
        return encounter.exchange(new ControlWriter().writeInt(own)).stream()
                .mapToInt(bytes -> ByteBuffer.wrap(bytes).getInt())
                .toArray();
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
        comm.checkUsable();
        if (comm.isPredefined())
            throw new CommException(ErrorClass.COMM, "MPI.COMM_WORLD and MPI.COMM_SELF can't be disconnected");
        try {
            if (comm.failure() == null) comm.collectives().meet("Disconnect");
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.PROC_FAILED && e.errorClass() != ErrorClass.REVOKED) throw e;
        }
        comm.free();
        List<Bridge> unused = new ArrayList<>();
        synchronized (bridges) {
            for (Bridge bridge : bridges) if (!process.isAnyInUse(bridge::reaches)) unused.add(bridge);
        }
        for (Bridge bridge : unused) close(bridge, config.lingerNanos());
    }

    private void close(Bridge bridge, long lingerNanos) {
        synchronized (bridges) {
            bridges.remove(bridge);
        }
        bridge.close(lingerNanos);
    }

    /** Closes all connections to other worlds, in MPI.Finalize. */
    public void close() {
        List<Bridge> open;
        synchronized (bridges) {
            open = List.copyOf(bridges);
        }
        for (Bridge bridge : open) close(bridge, config.lingerNanos());
        parent = null;
        services.forEach((service, port) -> {
            try {
                names(ErrorClass.SERVICE).unpublish(service, port);
            } catch (CommException e) {
                // Another job has taken the name over.
                return;
            }
        });
        services.clear();
        ports.values().forEach(Port::close);
        ports.clear();
    }
}

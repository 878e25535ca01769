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
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.ByteExchange;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.communicator.ProcessNames;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.progress.PeerTable;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.comm.wireup.RankTable;
import org.jmpi.comm.wireup.Wiring;

/** The bridges of one process: they are made when its group meets another one, and closed when nothing needs them. */
final class Bridges {
    private static final int NONCE_BYTES = 32;

    private final Process process;
    private final JmpiConfig config;
    private final String hostName;
    private final Connector connector;

    /** The transport of the job: set before the first call. */
    private volatile String transport = ThreadsTransport.NAME;

    /** Guarded by itself. */
    private final List<Bridge> open = new ArrayList<>();

    /** Gets the connection to the other root. */
    interface Source {
        /** @throws CommException of the class that the call is to fail with */
        RootConnection open();
    }

    Bridges(Process process, JmpiConfig config, String hostName, Connector connector) {
        this.process = process;
        this.config = config;
        this.hostName = hostName;
        this.connector = connector;
    }

    /** Takes note of the transport of this job. */
    void transport(String name) {
        transport = name;
    }

    // ---- the meeting of two groups ----

    /**
     * The call by which a group meets another one.
     *
     * @param name of the call
     * @param arguments of the call, for reports
     * @param errorClass of a failure of the other group
     * @param awaits whether MPI.Finalize waits for the processes of the other group; it does so if both groups want it
     */
    record Call(String name, Object arguments, ErrorClass errorClass, boolean awaits) {}

    /**
     * Connects two groups.
     *
     * @param accepts whether this group has opened the port; asked after the source
     * @param source asked at the root only
     */
    Communicator meet(Communicator comm, Call by, int root, BooleanSupplier accepts, Source source) {
        String call = by.name();
        RootConnection channel = null;
        Communicator both = null;
        Object kept = process.events().connectionBegan(call);
        try {
            CommException failure = null;
            if (comm.rank() == root) {
                try {
                    channel = process.engine().awaitOutside(call, String.valueOf(by.arguments()), source::open);
                } catch (RuntimeException e) {
                    // Also if it is no failure of MPI: the other ranks wait for the root.
                    failure = known(e);
                }
            }
            announce(new ByteExchange(comm, call), root, failure);
            boolean isPort = accepts.getAsBoolean();
            both = meet(new Encounter(comm, call, root, channel, isPort, config.connectNanos()), by, channel, root);
            return both;
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.OTHER) throw e;
            throw new CommException(by.errorClass(), e.getMessage(), e);
        } finally {
            if (channel != null) SocketCarrier.hangUp(channel);
            ended(both, kept);
        }
    }

    /** Tells the observer the end of a call. */
    private void ended(Communicator both, Object kept) {
        int context = both == null ? Completion.NO_CONTEXT : both.context();
        int processes = both == null || !both.isInter() ? 0 : both.remoteGroup().size();
        process.events().connectionEnded(context, processes, kept);
    }

    private static CommException known(RuntimeException e) {
        return e instanceof CommException failure
                ? failure
                : new CommException(ErrorClass.OTHER, "the groups could not be connected: " + e, e);
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

    private Communicator meet(Encounter encounter, Call by, RootConnection channel, int root) {
        List<Bridge> held = hold();
        try {
            return meet(encounter, by, channel, root, held);
        } finally {
            release(held);
        }
    }

    /** Returns the open bridges, none of which is closed before it is released: another thread may disconnect. */
    private List<Bridge> hold() {
        synchronized (open) {
            open.forEach(Bridge::hold);
            return new ArrayList<>(open);
        }
    }

    private void release(List<Bridge> held) {
        synchronized (open) {
            held.forEach(Bridge::release);
        }
        closeParted();
    }

    /** @param held takes the bridge that is made */
    private Communicator meet(Encounter encounter, Call by, RootConnection channel, int root, List<Bridge> held) {
        Communicator comm = encounter.comm();
        byte[] nonce = channel == null
                ? new byte[0]
                : Arrays.copyOf(connector.newSecret().toBytes(), NONCE_BYTES);
        List<Member> members = members(encounter, nonce, by.awaits());
        int others = members.size() - comm.size();
        int first = encounter.accepts() ? 0 : others;
        boolean[][] reached = reached(encounter, members, held);
        byte[] secret = new ByteExchange(comm, by.name()).bcast(secret(members, channel), root);
        Bridge bridge = connect(encounter, members, reached, first, JobSecret.of(secret), held);
        try {
            int from = encounter.accepts() ? comm.size() : 0;
            int[] numbers = members.subList(from, from + others).stream()
                    .mapToInt(member -> process.names().number(member.name()))
                    .toArray();
            // The rounds that follow end when each process would learn of the end of those that have greeted it.
            if (bridge != null && encounter.accepts()) bridge.awaitGreetings(by.name());
            if (bridge != null && !encounter.accepts()) bridge.greet();
            Communicator both = agree(encounter, Group.of(numbers));
            met(numbers, members.stream().allMatch(Member::awaits));
            return both;
        } catch (RuntimeException e) {
            encounter.fail(known(e));
            if (bridge != null) close(bridge, 0);
            throw e;
        }
    }

    /** Takes note of a meeting at the bridges to the processes of the other group. */
    private void met(int[] numbers, boolean awaited) {
        synchronized (open) {
            for (Bridge bridge : open) {
                if (awaited) bridge.await(numbers);
                else if (Arrays.stream(numbers).anyMatch(bridge::reaches)) bridge.hold();
            }
        }
    }

    private List<Member> members(Encounter encounter, byte[] nonce, boolean awaits) {
        Member own = new Member(
                process.names().name(process.worldRank()), Host.ofProcess(hostName, config), transport, nonce, awaits);
        List<Member> members = new ArrayList<>();
        try {
            for (byte[] each : encounter.exchange(own.write())) members.add(Member.read(each));
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "a process has sent what makes no sense: " + e.getMessage(), e);
        }
        Set<ProcessNames.Name> names = new HashSet<>();
        for (Member each : members)
            if (!names.add(each.name()))
                throw new CommException(ErrorClass.COMM, "groups are not disjoint: " + each.name() + " is in both");
        return members;
    }

    /**
     * Returns which processes reach each other already. One may have closed a bridge that the other one still needs for
     * a third process: so both have to know a way.
     */
    private boolean[][] reached(Encounter encounter, List<Member> members, List<Bridge> held) {
        int size = members.size();
        PeerTable peers = process.engine().peers();
        BitSet known = new BitSet(size);
        for (int i = 0; i < size; i++) {
            int number = process.names().number(members.get(i).name());
            boolean isHeld = held.stream().anyMatch(bridge -> bridge.reaches(number));
            known.set(i, isHeld && !peers.isGone(number));
        }
        List<BitSet> all = new ArrayList<>();
        try {
            for (byte[] each : encounter.exchange(new ControlWriter().writeBlock(known.toByteArray())))
                all.add(BitSet.valueOf(new ControlReader(each, 0).readBlock()));
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "a process has sent what makes no sense: " + e.getMessage(), e);
        }
        boolean[][] reached = new boolean[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                boolean sameWorld =
                        members.get(i).name().world() == members.get(j).name().world();
                reached[i][j] = sameWorld || all.get(i).get(j) && all.get(j).get(i);
            }
        }
        return reached;
    }

    /** Returns the secret of the bridge at a root, which both know, and nobody else. */
    private static byte[] secret(List<Member> members, RootConnection channel) {
        if (channel == null) return new byte[0];
        ByteBuffer nonces = ByteBuffer.allocate(2 * NONCE_BYTES);
        for (Member member : members)
            if (member.nonce().length == NONCE_BYTES && nonces.hasRemaining()) nonces.put(member.nonce());
        return JobSecret.derive(channel.key().toBytes(), nonces.array()).toBytes();
    }

    /** Returns the bridge of two groups; null if their processes reach each other already. */
    private Bridge connect(
            Encounter encounter,
            List<Member> members,
            boolean[][] known,
            int first,
            JobSecret secret,
            List<Bridge> held) {
        int size = encounter.comm().size();
        if (allReached(known, encounter.accepts() ? size : first)) return null;
        int self = first + encounter.comm().rank();
        Member own = members.get(self);
        boolean[] needed = new boolean[members.size()];
        for (int peer = 0; peer < needed.length; peer++)
            needed[peer] = (peer < first || peer >= first + size) && !known[self][peer];
        Bridge bridge = null;
        try {
            boolean local = members.stream().allMatch(member -> member.host().equals(own.host()));
            bridge = new Bridge(self, members, needed, process, hostName, config);
            Iterable<TransportProvider> providers = connector.transports();
            new Wiring(List.of(bridge), transport(members, providers), local, secret, providers, note -> {})
                    .connect(null, mine -> exchange(encounter, mine.get(0)));
            synchronized (open) {
                bridge.hold();
                open.add(bridge);
            }
            held.add(bridge);
            return bridge;
        } catch (RuntimeException e) {
            CommException failure = known(e);
            encounter.fail(failure);
            if (bridge != null) bridge.close(0);
            throw failure;
        }
    }

    /** @param accepting how many processes the group has that has opened the port */
    private static boolean allReached(boolean[][] known, int accepting) {
        for (int one = 0; one < accepting; one++)
            for (int other = accepting; other < known.length; other++) if (!known[one][other]) return false;
        return true;
    }

    /**
     * Returns the transport of a bridge: the one that a process asks for, where one does. One that pushes frames comes
     * first, as a process of a job with such a transport polls none.
     */
    private static String transport(List<Member> members, Iterable<TransportProvider> providers) {
        Set<String> pushing = new HashSet<>();
        for (TransportProvider each : providers) if (each.pushes()) pushing.add(each.name());
        return members.stream()
                .map(Member::transport)
                .filter(name -> !name.equals(ThreadsTransport.NAME) && !name.equals(Wiring.AUTO))
                .min(Comparator.comparing(name -> !pushing.contains(name)))
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

    /** Frees a communicator, and closes the bridges to its members that no other one needs. */
    void disconnect(Communicator comm) {
        comm.checkUsable();
        if (comm.isPredefined())
            throw new CommException(ErrorClass.COMM, "MPI.COMM_WORLD and MPI.COMM_SELF can't be disconnected");
        Object kept = process.events().connectionBegan("Disconnect");
        try {
            leave(comm);
        } finally {
            ended(comm, kept);
        }
    }

    private void leave(Communicator comm) {
        try {
            if (comm.failure() == null) {
                comm.checkNotRevoked();
                // The answer of a receiver may come after the end of the meeting, by way of other members.
                process.drain(comm.context(), "Disconnect");
                comm.collectives().meet("Disconnect");
            }
        } catch (CommException e) {
            // One that has seen the failure of a member before this one goes, and leaves this one behind.
            if (!isAnyGone(comm) && e.errorClass() != ErrorClass.REVOKED) throw e;
        }
        part(comm);
    }

    /** Frees a communicator, and closes the bridges to its members that no other one needs; waits for none of them. */
    void part(Communicator comm) {
        int[] members = members(comm).toArray();
        comm.free();
        synchronized (open) {
            // Only theirs: processes that have freed their last communicator stay connected.
            for (Bridge bridge : open)
                if (Arrays.stream(members).anyMatch(bridge::reaches))
                    bridge.parted(!process.isAnyInUse(bridge::reaches));
        }
        closeParted();
    }

    /** Closes the bridges whose last communicator has been disconnected, and that no groups use which are meeting. */
    private void closeParted() {
        List<Bridge> unused = new ArrayList<>();
        synchronized (open) {
            for (Bridge bridge : open) {
                if (!bridge.mayClose()) continue;
                // Groups that have met since have made a communicator.
                if (process.isAnyInUse(bridge::reaches)) bridge.parted(false);
                else unused.add(bridge);
            }
            // At once: groups that meet from now on do not find them.
            open.removeAll(unused);
        }
        for (Bridge bridge : unused) bridge.close(config.lingerNanos());
    }

    private boolean isAnyGone(Communicator comm) {
        return members(comm).anyMatch(process.engine().peers()::isGone);
    }

    private static IntStream members(Communicator comm) {
        return IntStream.concat(
                Arrays.stream(comm.group().worldRanks()),
                Arrays.stream(comm.remoteGroup().worldRanks()));
    }

    /**
     * Waits until the processes of other worlds have called this, too: what was sent to them has been received then.
     * Does not wait for processes that have failed or ended, nor for those of meetings without {@link Call#awaits}.
     */
    void finish() {
        List<Bridge> all = all();
        // All at once: the worlds may be connected in a ring.
        all.forEach(Bridge::finish);
        all.forEach(Bridge::awaitFinish);
    }

    /** Closes all bridges. */
    void close() {
        for (Bridge bridge : all()) close(bridge, config.lingerNanos());
    }

    private List<Bridge> all() {
        synchronized (open) {
            return List.copyOf(open);
        }
    }

    /** Closes a bridge, unless another thread does. */
    private void close(Bridge bridge, long lingerNanos) {
        synchronized (open) {
            if (!open.remove(bridge)) return;
        }
        bridge.close(lingerNanos);
    }
}

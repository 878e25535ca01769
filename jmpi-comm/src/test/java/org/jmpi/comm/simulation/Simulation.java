package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.coll.Algorithms;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.communicator.ProcessNames;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.control.StallDetector;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.dynamic.SpawnArguments;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.layer.LayerProtocol;
import org.jmpi.comm.progress.Credit;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.SharedMemory;

/**
 * Runs the ranks of a program in this JVM, with the real engine above a simulated transport. The seed decides which
 * thread runs, what time it is, how long each packet travels, and how ranks wait. So the same seed gives the same run,
 * in each JVM.
 *
 * <p>Models: the simulations of FoundationDB (J. Zhou et al., SIGMOD 2021) and of TigerBeetle.
 */
public final class Simulation {
    private static final long LINGER_NANOS = 1_000_000_000_000L;

    private static final long QUIET_NANOS = 1_000_000_000;
    private static final String NOTHING = "    nothing awaited, nothing unexpected\n";

    private final int ranks;
    private final Body body;
    private final Simulator simulator;
    private final SimulatedNetwork network;
    private final SimulatedConnections connections;
    private final int perHost;
    private final boolean pushes;
    private final boolean sharesMemory;
    private final JmpiConfig config;

    /** All processes, those that were spawned, too, by their numbers. */
    private final Map<Integer, Rank> processes = new TreeMap<>();

    /** What a rank does between MPI.Init and MPI.Finalize. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs on the rank's thread.
         *
         * @param process the number of the process: its rank in the first world, or what {@link #spawn} has given it
         * @param world the communicator of all ranks of its world
         */
        void run(int process, Communicator world);
    }

    /** Who decides about a part of a simulation. */
    public enum Choice {
        /** The seed decides. */
        SEED,
        /** It is so. */
        YES,
        /** It is not so. */
        NO
    }

    /**
     * The choices that the seed does not make.
     *
     * @param pushes whether frames arrive on threads of the transport
     * @param sharesMemory whether the ranks of a host share memory
     * @param prints whether each step is printed
     * @param settings names and values, alternately
     */
    public record Options(Choice pushes, Choice sharesMemory, boolean prints, List<String> settings) {
        /** The seed decides everything. */
        public static final Options SEEDED =
                new Options(Choice.SEED, Choice.SEED, Boolean.getBoolean("jmpi.simulation.prints"), List.of());

        /** {@return these options, with settings} */
        public Options with(String... nameAndValue) {
            return new Options(pushes, sharesMemory, prints, List.of(nameAndValue));
        }
    }

    /**
     * The result of a simulation.
     *
     * @param seed of the simulation
     * @param hash equal for equal runs
     * @param steps how often a thread has handed the processor over
     * @param nanos how long the run took, in virtual time
     * @param findings what is wrong; empty if nothing is
     */
    public record Result(long seed, long hash, int steps, long nanos, List<String> findings) {
        /** {@return one line, equal for equal runs} */
        public String line() {
            return "seed " + seed + ": trace " + Long.toHexString(hash) + ", " + steps + " steps, " + nanos + " ns";
        }
    }

    /**
     * Runs a program.
     *
     * @param seed decides what happens
     * @param ranks how many there are
     * @param options what the seed does not decide
     * @param body what each rank does
     * @return what has become of it
     */
    public static Result run(long seed, int ranks, Options options, Body body) {
        return new Simulation(seed, ranks, options, body).run(seed);
    }

    private Simulation(long seed, int ranks, Options options, Body body) {
        SimulationRandom random = new SimulationRandom(seed);
        this.ranks = ranks;
        this.body = body;
        this.simulator = new Simulator(random, options.prints);
        this.network = new SimulatedNetwork(simulator, ranks);
        this.pushes = decide(options.pushes, random, 300);
        this.sharesMemory = decide(options.sharesMemory, random, 400);
        this.perHost = (int) random.oneOf(1, 2, ranks, ranks);
        this.config = config(random, simulator.longestStep(), options.settings);
        this.connections = new SimulatedConnections(simulator, pushes);
    }

    private static boolean decide(Choice choice, SimulationRandom random, int chance) {
        boolean chosen = random.chance(chance);
        return choice == Choice.SEED ? chosen : choice == Choice.YES;
    }

    private JmpiConfig config(SimulationRandom random, long step, List<String> settings) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.cores", String.valueOf(random.oneOf(1, 4L * ranks)));
        properties.setProperty("jmpi.wait.spin.ns", String.valueOf(random.oneOf(0, 4 * step)));
        properties.setProperty("jmpi.wait.yield.ns", String.valueOf(random.oneOf(0, 2 * step, 10 * step)));
        properties.setProperty("jmpi.eager.window", String.valueOf(random.oneOf(0, 600, 8 << 10, 2 << 20)));
        // Heart-beats would keep a run alive that has come to a halt.
        properties.setProperty("jmpi.failure.timeout", "0");
        properties.setProperty("jmpi.tls", "off");
        for (int i = 0; i < settings.size(); i += 2) properties.setProperty(settings.get(i), settings.get(i + 1));
        return JmpiConfig.load(properties, Map.of());
    }

    private Result run(long seed) {
        new SimulatedWorld(0, ranks, network, null).start();
        simulator.onReport(this::describe);
        simulator.onLoss(process -> {
            network.lose(process);
            connections.lose(process);
        });
        try {
            simulator.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            simulator.find("the simulation was interrupted");
        }
        long hash = simulator.trace().value();
        Result result = new Result(seed, hash, simulator.steps(), simulator.now(), List.copyOf(simulator.findings()));
        simulator.releaseLostThreads();
        return result;
    }

    /**
     * Lets a while pass in which the calling thread of a rank computes.
     *
     * @param nanos how long that takes, in ns of virtual time
     */
    public static void compute(long nanos) {
        Simulator simulator = SimulatedThread.current().simulator;
        simulator.await(Seam.PAUSE, "a computation", simulator.now() + nanos);
    }

    /**
     * Starts one more thread of the calling thread's rank.
     *
     * @param body what it does
     * @return returns when the thread has ended
     */
    public static Runnable start(Runnable body) {
        SimulatedThread caller = SimulatedThread.current();
        Simulator simulator = caller.simulator;
        SimulatedThread thread = simulator.newThread(caller.rank, body, "rank-" + caller.rank + "-more");
        simulator.start(thread);
        return () -> {
            while (!thread.ended) simulator.step(Seam.JOIN);
        };
    }

    /**
     * Loses the calling thread's rank, as if its process were killed: its threads end where they are, and its channels
     * end.
     *
     * @param seams how often its threads hand over before that
     */
    public static void loseRankAfter(int seams) {
        SimulatedThread caller = SimulatedThread.current();
        caller.simulator.doom(caller.rank, seams);
    }

    /** Returns whether a rank is lost in the calling thread's simulation. */
    static boolean isLost(int rank) {
        return Thread.currentThread() instanceof SimulatedThread thread && thread.simulator.isLost(rank);
    }

    /** Returns whether any rank is lost there. */
    static boolean isAnyLost() {
        return Thread.currentThread() instanceof SimulatedThread thread && thread.simulator.lost() >= 0;
    }

    /**
     * Agrees with the other ranks that are not lost, by no message. Models: MPI_Comm_agree of ULFM.
     *
     * @param about what they agree about; once
     * @param members the ranks, with the calling thread's
     * @param own whether it is so at this rank
     * @return whether it is so at each of them
     */
    static boolean agree(Object about, int[] members, boolean own) {
        SimulatedThread caller = SimulatedThread.current();
        return caller.simulator.agreement().agree(about, members, caller.rank, own);
    }

    /**
     * Notes what the calling rank has, which all that are not lost have, too: fails if one had something else.
     *
     * @param about the subject, once for each rank
     */
    static void checkSame(Object about, String value) {
        if (Thread.currentThread() instanceof SimulatedThread thread)
            thread.simulator.agreement().checkSame(about, thread.rank, value);
    }

    private int[] started() {
        return processes.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        processes.forEach((number, process) -> {
            text.append("rank ").append(number).append(":\n");
            text.append(process.isStarted ? describe(process.engine) : "    not started\n");
        });
        return text.toString();
    }

    private static String describe(ProgressEngine engine) {
        return engine.inbox().describe() + engine.transports().describe();
    }

    // ---- worlds ----

    /**
     * Spawns processes, which run the body of the simulation.
     *
     * @param comm of the processes that call this
     * @param root the rank that has them started
     * @param first the number of the first one
     * @param seams for each process how often its threads hand over before it is lost; -1 if it is not
     * @return the communicator of both groups
     */
    static Communicator spawn(Communicator comm, int root, int first, int[] seams) {
        String[] arguments = IntStream.concat(IntStream.of(first), Arrays.stream(seams))
                .mapToObj(String::valueOf)
                .toArray(String[]::new);
        SpawnArguments order =
                new SpawnArguments(new String[] {"body"}, new String[][] {arguments}, new int[] {seams.length}, null);
        int[] codes = new int[seams.length];
        Communicator both = dynamic().spawn(comm, order, root, codes, true);
        for (int code : codes) if (code != 0) throw new AssertionError("codes of errors " + Arrays.toString(codes));
        return both;
    }

    /** Publishes a text for another process. */
    static void tell(Object about, String text) {
        SimulatedThread.current().simulator.agreement().tell(about, text);
    }

    /** Waits for a text that a process publishes; returns an empty one if that is lost before it has. */
    static String told(Object about, int from) {
        return SimulatedThread.current().simulator.agreement().told(about, from);
    }

    /** Returns what connects the calling thread's process to other worlds. */
    static DynamicProcesses dynamic() {
        SimulatedThread caller = SimulatedThread.current();
        return caller.simulator.process(caller.rank).dynamic();
    }

    /** Returns whether a process has been started. */
    static boolean isStarted(int process) {
        return SimulatedThread.current().simulator.process(process) != null;
    }

    /** Returns the rank of a process in its own world. */
    static int rankInWorld(int process) {
        return Thread.currentThread() instanceof SimulatedThread thread
                ? thread.simulator.process(process).rank()
                : process;
    }

    /** Returns the numbers in the simulation of the processes of a group, which the calling thread's process knows. */
    static int[] processes(Group group) {
        if (!(Thread.currentThread() instanceof SimulatedThread thread)) return group.worldRanks();
        return Arrays.stream(group.worldRanks())
                .map(thread.simulator.process(thread.rank)::process)
                .toArray();
    }

    /** The processes that are started together. */
    private final class SimulatedWorld {
        private final int first;
        private final int size;
        private final SimulatedNetwork network;
        private final SpawnOrder order;
        private final Host[] hosts;
        private final List<Rank> all = new ArrayList<>();

        /** @param order of the processes that have spawned these; null if nobody has */
        SimulatedWorld(int first, int size, SimulatedNetwork network, SpawnOrder order) {
            this.first = first;
            this.size = size;
            this.network = network;
            this.order = order;
            this.hosts = new Host[size];
            for (int rank = 0; rank < size; rank++) hosts[rank] = Host.named("host" + (first + rank) / perHost);
            for (int rank = 0; rank < size; rank++) all.add(new Rank(this, rank));
        }

        void start() {
            for (Rank each : all) {
                processes.put(each.process, each);
                simulator.add(each.process, each);
                simulator.start(simulator.newThread(each.process, each::run, "rank-" + each.process));
            }
        }

        /** Returns a number that no other world has. */
        long id() {
            return (first + 1L) << Integer.SIZE;
        }

        /** Returns why no process of this world connects any more; null if one may. */
        String end() {
            return all.stream().allMatch(each -> each.hasNoParent || simulator.isLost(each.process))
                    ? "they have ended"
                    : null;
        }
    }

    private DynamicProcesses.Started start(SpawnOrder order) {
        List<Integer> arguments = order.programs().get(0).arguments().stream()
                .map(Integer::valueOf)
                .toList();
        int first = arguments.get(0);
        int size = order.processes();
        SimulatedWorld world = new SimulatedWorld(first, size, new SimulatedNetwork(simulator, size), order);
        connections.add(world.network);
        world.start();
        for (int i = 0; i < world.size; i++)
            if (arguments.get(1 + i) >= 0) simulator.doom(first + i, arguments.get(1 + i));
        return world::end;
    }

    /** One rank: its engine, and its thread of the program. */
    private final class Rank implements PeerListener, Simulator.Rank {
        private final SimulatedWorld own;
        private final int process;
        private final int number;
        private final ProgressEngine engine;
        private final SimulatedTransport transport;
        private final Process state;
        private final Communicator world;
        private final Communicator self;

        private final DynamicProcesses dynamic;
        private boolean isStarted;

        /** Whether the connection to the processes that have spawned it has failed. */
        private boolean hasNoParent;

        Rank(SimulatedWorld own, int number) {
            this.own = own;
            this.number = number;
            this.process = own.first + number;
            SimulatedScheduler scheduler = new SimulatedScheduler(simulator, process);
            this.engine = new ProgressEngine(
                    number, config, this, Events.NONE, scheduler, new StallDetector(scheduler::nanoTime));
            SharedMemory memory = sharesMemory ? own.network.memory(number, own.hosts) : null;
            this.transport = own.network.open(number, process, own.hosts[number], pushes, memory, engine.frames());
            this.state = new Process(
                    number, own.size, engine, config.bsendNanos(), Algorithms.tuning(config.collectives()), note -> {});
            state.codec(new ProgramCodec());
            state.layers(new LayerProtocol(number, engine, config));
            state.names().world(own::id);
            this.world = Communicator.intra(
                    state, Group.world(own.size), state.contextIds().world());
            this.self = Communicator.intra(
                    state, Group.of(number), state.contextIds().self());
            this.dynamic = new DynamicProcesses(
                    state, config, own.hosts[number].name(), Simulation.this::start, connections.connector(process));
        }

        void run() {
            Loopback self = new Loopback(number, engine.frames());
            engine.start(
                    transport,
                    peer -> peer == number ? self : transport.endpoint(peer, null),
                    Arrays.asList(own.hosts),
                    true);
            isStarted = true;
            simulator.locks().watch(process, engine);
            simulator.locks().watch(process, state);
            dynamic.connected(SimulatedTransport.NAME, true);
            if (own.order != null) joinParent();
            body.run(process, world);
            finish();
        }

        private void joinParent() {
            try {
                dynamic.joinParent(world, own.order.parent(), own.order.key());
            } catch (CommException e) {
                boolean endsByLoss = e.errorClass() == ErrorClass.PROC_FAILED || e.errorClass() == ErrorClass.OTHER;
                if (!endsByLoss || simulator.lost() < 0) throw e;
                hasNoParent = true;
            }
        }

        @Override
        public int rank() {
            return number;
        }

        @Override
        public DynamicProcesses dynamic() {
            return dynamic;
        }

        @Override
        public int process(int known) {
            ProcessNames.Name name = state.names().name(known);
            return name == null ? -1 : (int) (name.world() >>> Integer.SIZE) - 1 + name.rank();
        }

        /** Does what MPI.Finalize does, and the end of a process after that. */
        private void finish() {
            dynamic.finish();
            state.drain();
            engine.failures().leave();
            try {
                world.collectives().run("Finalize", Barrier::run);
            } catch (CommException e) {
                boolean endsByLoss = e.errorClass() == ErrorClass.PROC_FAILED && simulator.lost() >= 0;
                if (!endsByLoss && e.errorClass() != ErrorClass.REVOKED) throw e;
            }
            if (simulator.isOneDoomed()) agree("end", started(), true);
            else simulator.agreement().say("end", process, true);
            // What is under way arrives.
            compute(QUIET_NANOS);
            checkThatNothingIsLeft();
            dynamic.close();
            engine.failures().pause();
            engine.close(new CommException(ErrorClass.OTHER, "rank " + process + " has ended"), LINGER_NANOS);
        }

        private void checkThatNothingIsLeft() {
            if (!state.unfinished().isEmpty()) simulator.find("rank " + process + " leaves " + state.unfinished());
            String left = engine.inbox().describe();
            if (!isExpected(left)) simulator.find("rank " + process + " leaves\n" + left);
            for (Rank peer : own.all) {
                if (simulator.isLost(peer.process)) continue;
                String wrong = Credit.wrong(number, engine, peer.number, peer.engine, config.eagerWindow());
                if (wrong != null) simulator.find(wrong);
            }
        }

        /** Returns whether ranks that are lost, and collective operations that failed for it, may leave messages. */
        private boolean isExpected(String left) {
            if (left.equals(NOTHING)) return true;
            if (simulator.lost() < 0) return false;
            String numbers = IntStream.range(0, engine.peers().size())
                    .filter(known -> process(known) < 0 || simulator.isLost(process(known)))
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining("|"));
            Pattern allowed = Pattern.compile(" +(eager|arriving|announced) message of .*" + "(\\(world rank ("
                    + numbers + ")\\).*|context \\d*[13579])");
            return left.lines().allMatch(line -> allowed.matcher(line).matches());
        }

        @Override
        public void onPeerGone(int peer, CommException cause) {
            // After a loss one world may leave another one, which the model of each call judges.
            if (peer >= own.size && simulator.lost() >= 0) return;
            if (!simulator.isLost(process(peer)))
                simulator.find("rank " + process + " misses rank " + process(peer) + ": " + cause);
        }

        @Override
        public void onAbort(int origin, int code, String message) {
            simulator.find("rank " + process + " was told to abort: " + message);
        }

        @Override
        public int[] senders(int context) {
            Communicator comm = state.communicator(context);
            return comm == null ? null : comm.remoteGroup().worldRanks();
        }

        @Override
        public void beforeFailure() {
            // Nobody else reports a failure first.
        }
    }
}

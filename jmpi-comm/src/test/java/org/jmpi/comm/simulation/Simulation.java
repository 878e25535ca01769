package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jmpi.comm.coll.Algorithms;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.Stall;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.layer.LayerProtocol;
import org.jmpi.comm.progress.Credit;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;

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
    private final Host[] hosts;
    private final boolean pushes;
    private final boolean sharesMemory;
    private final JmpiConfig config;

    /** The engines that have started. */
    private final ProgressEngine[] engines;

    /** What a rank does between MPI.Init and MPI.Finalize. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs on the rank's thread.
         *
         * @param rank in the world
         * @param world the communicator of all ranks
         */
        void run(int rank, Communicator world);
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
        this.hosts = new Host[ranks];
        int perHost = (int) random.oneOf(1, 2, ranks, ranks);
        for (int rank = 0; rank < ranks; rank++) hosts[rank] = Host.named("host" + rank / perHost);
        this.config = config(random, simulator.longestStep(), options.settings);
        this.engines = new ProgressEngine[ranks];
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
        for (int i = 0; i < settings.size(); i += 2) properties.setProperty(settings.get(i), settings.get(i + 1));
        return JmpiConfig.load(properties, Map.of());
    }

    private Result run(long seed) {
        Rank[] all = new Rank[ranks];
        for (int rank = 0; rank < ranks; rank++) all[rank] = new Rank(rank);
        for (Rank rank : all) simulator.start(simulator.newThread(rank.number, rank::run, "rank-" + rank.number));
        simulator.onReport(this::describe);
        simulator.onLoss(network::lose);
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

    private String describe() {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < ranks; rank++) {
            text.append("rank ").append(rank).append(":\n");
            text.append(engines[rank] == null ? "    not started\n" : describe(engines[rank]));
        }
        return text.toString();
    }

    private static String describe(ProgressEngine engine) {
        return engine.inbox().describe() + engine.connections();
    }

    /** One rank: its engine, and its thread of the program. */
    private final class Rank implements PeerListener {
        private final int number;
        private final ProgressEngine engine;
        private final SimulatedTransport transport;
        private final Process process;
        private final Communicator world;

        Rank(int number) {
            this.number = number;
            SimulatedScheduler scheduler = new SimulatedScheduler(simulator, number);
            this.engine =
                    new ProgressEngine(number, config, this, Events.NONE, scheduler, new Stall(scheduler::nanoTime));
            this.transport = network.open(number, hosts, pushes, sharesMemory, engine);
            this.process = new Process(
                    number, ranks, engine, config.bsendNanos(), Algorithms.tuning(config.collectives()), note -> {});
            process.codec(new ProgramCodec());
            process.layers(new LayerProtocol(number, engine, config));
            this.world = Communicator.intra(
                    process, Group.world(ranks), process.contextIds().world());
        }

        void run() {
            Loopback self = new Loopback(number, engine);
            engine.start(
                    transport,
                    peer -> peer == number ? self : transport.endpoint(peer, null),
                    Arrays.asList(hosts),
                    true);
            engines[number] = engine;
            simulator.locks().watch(number, engine);
            simulator.locks().watch(number, process);
            body.run(number, world);
            finish();
        }

        /** Does what MPI.Finalize does, and the end of a process after that. */
        private void finish() {
            process.drain();
            engine.failures().leave();
            try {
                world.collectives().run("Finalize", Barrier::run);
            } catch (CommException e) {
                boolean endsByLoss = e.errorClass() == ErrorClass.PROC_FAILED && simulator.lost() >= 0;
                if (!endsByLoss && e.errorClass() != ErrorClass.REVOKED) throw e;
            }
            if (simulator.isOneDoomed()) agree("end", world.group().worldRanks(), true);
            // What is under way arrives.
            compute(QUIET_NANOS);
            checkThatNothingIsLeft();
            engine.failures().pause();
            engine.close(new CommException(ErrorClass.OTHER, "rank " + number + " has ended"), LINGER_NANOS);
        }

        private void checkThatNothingIsLeft() {
            if (!process.unfinished().isEmpty()) simulator.find("rank " + number + " leaves " + process.unfinished());
            String left = engine.inbox().describe();
            if (!isExpected(left)) simulator.find("rank " + number + " leaves\n" + left);
            for (int peer = 0; peer < ranks; peer++) {
                if (simulator.isLost(peer)) continue;
                String wrong = Credit.wrong(number, engine, peer, engines[peer], config.eagerWindow());
                if (wrong != null) simulator.find(wrong);
            }
        }

        /** Returns whether ranks that are lost, and collective operations that failed for it, may leave messages. */
        private boolean isExpected(String left) {
            if (left.equals(NOTHING)) return true;
            Pattern allowed = Pattern.compile(" +(eager|arriving|announced) message of .*" + "(\\(world rank ["
                    + simulator.allLost() + "]\\).*|context \\d*[13579])");
            return simulator.lost() >= 0
                    && left.lines().allMatch(line -> allowed.matcher(line).matches());
        }

        @Override
        public void onPeerGone(int peer, CommException cause) {
            if (!simulator.isLost(peer)) simulator.find("rank " + number + " misses rank " + peer + ": " + cause);
        }

        @Override
        public void onAbort(int origin, int code, String message) {
            simulator.find("rank " + number + " was told to abort: " + message);
        }

        @Override
        public int[] senders(int context) {
            Communicator comm = process.communicator(context);
            return comm == null ? null : comm.remoteGroup().worldRanks();
        }

        @Override
        public void beforeFailure() {
            // Nobody else reports a failure first.
        }
    }
}

package org.jmpi.comm.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.comm.control.RankSample;
import org.jmpi.comm.control.RankState;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.wireup.AddressExchange;
import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.LauncherWireUp;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUps;
import org.jmpi.comm.wireup.Wiring;

/** MPI.Init of a process that is one rank: the job that it joins, and the connection to the other ranks. */
public final class Init {
    private Init() {}

    /**
     * Joins the job that this process was started for, by jmpirun or by another process manager; a world of one if
     * there is none.
     *
     * @return the world that this process belongs to
     * @throws CommException if a process manager has started this process but its job can't be joined: never a world of
     *     one instead; or if this JVM is ending
     * @throws IllegalArgumentException if a setting or a variable of jmpirun is malformed
     */
    public static RankWorld join() {
        if (Shutdown.hasBegun()) throw Shutdown.tooLate();
        JmpiConfig config = JmpiConfig.load();
        Map<String, String> environment = System.getenv();
        Optional<LaunchEnvironment> launched = LaunchEnvironment.read(environment);
        if (launched.isPresent()) return join(launched.get(), config);
        ClassLoader loader = Init.class.getClassLoader();
        Optional<WireUp> wireUp;
        try {
            wireUp = WireUps.open(WireUps.providers(loader), environment, config);
        } catch (CommException e) {
            // A signal to all processes of the job ends the process manager's part of the wire-up, too.
            throw Shutdown.hasBegun() ? Shutdown.tooLate() : e;
        }
        return wireUp.isPresent() ? join(wireUp.get(), config) : alone(config);
    }

    /** Returns what finds the classes of the program that calls. */
    static ProgramClasses callersClasses() {
        return new ProgramClasses().remember(Init.class);
    }

    /** Returns a world of one rank. */
    static RankWorld alone(JmpiConfig config) {
        RankWorld world = new RankWorld(0, 1, config, callersClasses(), new SingletonJob());
        world.connection().connect(new ThreadsTransport.Meeting(1));
        long id = ThreadLocalRandom.current().nextLong();
        world.begun("", ThreadsTransport.NAME, true, () -> id);
        world.departAtJvmEnd();
        return world;
    }

    private static RankWorld join(LaunchEnvironment environment, JmpiConfig config) {
        AtomicReference<RankWorld> joined = new AtomicReference<>();
        RankState state = new JoinedState(environment.rank(), joined);
        LauncherLink link = LauncherWireUp.connect(environment, config, state);
        return join(new LauncherWireUp(environment, link), config, joined);
    }

    /**
     * Joins a job.
     *
     * @param wireUp finds the other processes, each of them one rank; it is closed when this JVM ends, or if this fails
     * @param config the settings of this process
     * @return the world that this process belongs to
     * @throws CommException if not every process came in time, or a transport is not there or does not open
     */
    public static RankWorld join(WireUp wireUp, JmpiConfig config) {
        return join(wireUp, config, new AtomicReference<>());
    }

    /** @param joined takes the world as soon as it is connected */
    private static RankWorld join(WireUp wireUp, JmpiConfig config, AtomicReference<RankWorld> joined) {
        JobControl control =
                wireUp.control().orElseGet(() -> new PeerControl(wireUp, rank -> joined.get(), config.continues()));
        LaunchedJob job = new LaunchedJob(wireUp, control, config.continues());
        try {
            RankWorld world = new RankWorld(wireUp.rank(), wireUp.size(), config, callersClasses(), job);
            AddressExchange addresses = new AddressExchange(wireUp, config.connectNanos());
            Wiring.of(List.of(world.connection()), wireUp, Init.class.getClassLoader(), control::note)
                    .connect(null, addresses::exchange);
            joined.set(world);
            world.begun(wireUp.job(), wireUp.transport(), wireUp.allLocal(), WorldId.of(wireUp));
            world.departAtJvmEnd();
            job.watchMain();
            return world;
        } catch (RuntimeException e) {
            throw job.notJoined(e);
        }
    }

    /** The state of a rank that joins its job, and of its world once it has. */
    private record JoinedState(int rank, AtomicReference<RankWorld> joined) implements RankState {
        @Override
        public String describe() {
            RankWorld world = joined.get();
            return world == null
                    ? "rank " + rank + " is in MPI.Init and waits for the other ranks\n"
                    : world.describe();
        }

        @Override
        public List<BlockedCall> blocked() {
            RankWorld world = joined.get();
            return world == null ? List.of() : world.blocked();
        }

        @Override
        public List<RankSample> samples() {
            RankWorld world = joined.get();
            return List.of(world == null ? RankSample.uncounted(rank, RankSample.LifeState.STARTING) : world.sample());
        }

        @Override
        public String connections() {
            RankWorld world = joined.get();
            return world == null ? "" : world.connections();
        }

        @Override
        public int rankOf(Thread thread) {
            return rank;
        }
    }
}

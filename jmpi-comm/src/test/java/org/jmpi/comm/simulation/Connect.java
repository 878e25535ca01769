package org.jmpi.comm.simulation;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.dynamic.Ports;
import org.jmpi.comm.error.ErrorClass;

/** Processes that were spawned connect once more to those that have spawned them, at a port of these. */
final class Connect extends Action {
    private static final long LOOK_NANOS = 1_000_000_000;

    private final Spawn spawn;
    private final int acceptor;
    private final int connector;
    private final CommModel both;

    /**
     * @param acceptor the process that opens the port, one of those that have spawned others
     * @param connector the process that connects to it, which was spawned
     */
    Connect(int number, Spawn spawn, int acceptor, int connector) {
        super(number, spawn.both());
        this.spawn = spawn;
        this.acceptor = acceptor;
        this.connector = connector;
        this.both = new CommModel(
                "connected" + number, number, comm().group(), spawn.children().group());
    }

    @Override
    List<CommModel> makes() {
        return List.of(both);
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().group()) steps.accept(step(member, begin(), 0, "Accept", this::accept));
        for (int child : spawn.children().group()) steps.accept(step(child, begin(), 0, "Connect", this::connect));
    }

    private void accept(RankRun rank) {
        Communicator world = rank.communicator(spawn.comm());
        int root = spawn.comm().rank(acceptor);
        if (rank.rank() != acceptor) {
            meet(rank, () -> Simulation.dynamic().accept(world, null, root));
            return;
        }
        Ports ports = Simulation.dynamic().ports();
        String port = ports.open();
        Simulation.tell(about(), port);
        boolean[] isOver = new boolean[1];
        boolean[] isClosed = new boolean[1];
        Runnable end =
                rank.mayLose(both.members()) ? Simulation.start(() -> giveUp(ports, port, isOver, isClosed)) : () -> {};
        meet(rank, () -> {
            try {
                return Simulation.dynamic().accept(world, port, root);
            } finally {
                isOver[0] = true;
            }
        });
        end.run();
        if (!isClosed[0]) ports.close(port);
    }

    /** Ends the wait at a port to which nobody may connect, as a process is lost. */
    private void giveUp(Ports ports, String port, boolean[] isOver, boolean[] isClosed) {
        while (!isOver[0]) {
            Simulation.compute(LOOK_NANOS);
            if (!RankRun.isLost(both.members()) || isOver[0]) continue;
            Simulation.compute(LOOK_NANOS);
            isClosed[0] = !isOver[0];
            if (isClosed[0]) ports.close(port);
            return;
        }
    }

    private String about() {
        return "port of #" + number();
    }

    private void connect(RankRun rank) {
        String port = rank.rank() == connector ? Simulation.told(about(), acceptor) : null;
        Communicator world = rank.communicator(spawn.children());
        meet(
                rank,
                () -> Simulation.dynamic().connect(world, port, spawn.children().rank(connector)));
    }

    private void meet(RankRun rank, Supplier<Communicator> call) {
        Communicator[] made = new Communicator[1];
        boolean has = rank.attempt(both.members(), ErrorClass.PORT, () -> {
            made[0] = call.get();
            both.check(made[0], rank.rank());
        });
        if (rank.agree("#" + number(), both.members(), has)) rank.made(both, made[0]);
        else if (made[0] != null) made[0].free();
    }

    @Override
    public String toString() {
        return "Connect of " + spawn.children() + ", root " + connector + ", and " + spawn.comm() + ", root "
                + acceptor;
    }
}

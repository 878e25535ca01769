package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jmpi.comm.communicator.CollectiveKind;
import org.jmpi.comm.communicator.CollectiveOperation;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.communicator.Words;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.RankSample;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.comm.window.Window;

/** Two ranks with observers, which exchange some messages. */
final class TwoRanks implements AutoCloseable {
    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));

    private final RankThreads ranks;

    /** @param settings names and values */
    TwoRanks(String... settings) {
        Properties properties = new Properties();
        for (int i = 0; i < settings.length; i += 2) properties.setProperty(settings[i], settings[i + 1]);
        ranks = RankThreads.create(2, JmpiConfig.load(properties, Map.of()));
    }

    List<RankSample> samples() {
        return ranks.samples();
    }

    static UserBuffer ints(int number) {
        return new UserBuffer(new int[number], 0, number, INT);
    }

    /** Runs a program on both ranks. */
    void run(Consumer<RankWorld> program) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(
                () -> program.accept(ranks.world(1)), body -> new Thread(body, "rank 1").start());
        program.accept(ranks.world(0));
        other.join();
    }

    /**
     * Rank 0 sends 3 ints by Send with tag 5, 4 by Isend with tag 6 and 5 by Ssend with tag 7. Rank 1 receives these
     * when the messages with tags 5 and 6 are there. Then both call Allreduce on 2 ints, Ibarrier and Finalize.
     */
    void exchange() {
        run(session -> {
            Communicator world = session.worldComm();
            if (session.rank() == 0) send(world.pointToPoint());
            else receive(world.pointToPoint());
            CollectiveOperation sum = new CollectiveOperation(CollectiveKind.ALLREDUCE);
            sum.send(new UserBuffer(new int[2], 0, 2, INT))
                    .receive(new UserBuffer(new int[2], 0, 2, INT))
                    .op(Predefined.SUM);
            world.collectives().run(sum);
            world.collectives()
                    .start(new CollectiveOperation(CollectiveKind.BARRIER))
                    .await(Words.BINDING);
            session.finish();
        });
    }

    /** Rank 0 puts 2 ints to a window of 8 at rank 1 and gets 3. Then it revokes the window, and both free it. */
    void accessWindow() {
        run(session -> {
            Window window = Window.create(new UserBuffer(new int[8], 0, 8, null), 1, null, session.worldComm());
            if (session.rank() == 0) {
                window.lock(Window.LOCK_SHARED, 1, 0);
                window.put(ints(2), 1, 0, 2, INT);
                window.get(ints(3), 1, 2, 3, INT);
                window.unlock(1);
            }
            session.worldComm().collectives().run(new CollectiveOperation(CollectiveKind.BARRIER));
            if (session.rank() == 0) window.revoke();
            while (!window.isRevoked()) session.worldComm().pointToPoint().iprobe(0, 1, Words.BINDING);
            window.free();
            session.finish();
        });
    }

    /**
     * Rank 0 accepts rank 1, which connects to it; each is a group of its own. Then both disconnect, and rank 1
     * fails to connect once more.
     */
    void connect() {
        String port = ranks.world(0).dynamic().ports().open();
        run(session -> {
            DynamicProcesses dynamic = session.dynamic();
            Communicator self = session.selfComm();
            Communicator both = session.rank() == 0 ? dynamic.accept(self, port, 0) : dynamic.connect(self, port, 0);
            dynamic.disconnect(both);
            if (session.rank() == 1) assertThrows(CommException.class, () -> dynamic.connect(self, "nowhere", 0));
            session.finish();
        });
    }

    private static void send(PointToPoint calls) {
        calls.send(SendMode.STANDARD, ints(3), 1, 5);
        RequestHandle send = calls.isend(SendMode.STANDARD, ints(4), 1, 6);
        send.await(Words.BINDING);
        calls.send(SendMode.SYNCHRONOUS, ints(5), 1, 7);
    }

    private static void receive(PointToPoint calls) {
        calls.probe(0, 6, Words.BINDING);
        calls.recv(ints(3), 0, 5, Words.BINDING);
        RequestHandle receive = calls.irecv(ints(9), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
        receive.await(Words.BINDING);
        calls.recv(ints(5), 0, 7, Words.BINDING);
    }

    @Override
    public void close() {
        ranks.close();
    }
}

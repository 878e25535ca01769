package org.jmpi.comm.bootstrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.transport.PeerAddress;

/**
 * The processes of a job that have connected to the launcher, on whichever host: collects the addresses of the ranks,
 * hands the table out, and passes the other messages on.
 */
public final class LaunchedRanks implements LauncherListener {
    private final int size;
    private final LauncherListener listener;
    private final Map<Integer, ControlConnection> connections = new TreeMap<>();

    /** Those of the ranks that have sent Hello since the last table. */
    private final PeerAddress[] addresses;

    /**
     * Begins without any process.
     *
     * @param size the number of ranks of the job
     * @param listener receives each message, Hello included, but for requests that are answered here
     */
    public LaunchedRanks(int size, LauncherListener listener) {
        this.size = size;
        this.listener = listener;
        addresses = new PeerAddress[size];
    }

    @Override
    public void connected(int first, ControlConnection connection) {
        synchronized (this) {
            connections.put(first, connection);
        }
        listener.connected(first, connection);
    }

    @Override
    public void received(int first, ControlMessage.ToLauncher message) {
        if (message instanceof ControlMessage.Hello hello) hello(first, hello);
        else if (message instanceof ControlMessage.Waited) answerWaited(first);
        else listener.received(first, message);
    }

    @Override
    public void disconnected(int first) {
        synchronized (this) {
            connections.remove(first);
        }
        listener.disconnected(first);
    }

    /**
     * Sends a message to every connected process.
     *
     * @param message the message
     * @return the first rank of each process that it was sent to
     */
    public List<Integer> sendAll(ControlMessage.ToProcess message) {
        Map<Integer, ControlConnection> connected;
        synchronized (this) {
            connected = new TreeMap<>(connections);
        }
        List<Integer> reached = new ArrayList<>();
        connected.forEach((first, connection) -> {
            if (send(connection, message)) reached.add(first);
        });
        return reached;
    }

    /** Returns whether the message was sent; a connection that does not take it is closed. */
    private static boolean send(ControlConnection connection, ControlMessage message) {
        try {
            connection.send(message);
            return true;
        } catch (IOException e) {
            LauncherServer.hangUp(connection);
            return false;
        }
    }

    private void hello(int first, ControlMessage.Hello hello) {
        List<PeerAddress> theirs = hello.table().addresses();
        synchronized (this) {
            if (!isExpected(first, theirs.size())) {
                LauncherServer.hangUp(connections.get(first));
                return;
            }
        }
        // Before the addresses count: the last of them lets all ranks go on, and these may have ended a moment later.
        listener.received(first, hello);
        RankTable table = null;
        synchronized (this) {
            for (int i = 0; i < theirs.size(); i++) addresses[first + i] = theirs.get(i);
            if (missing().isEmpty()) {
                table = new RankTable(List.of(addresses));
                Arrays.fill(addresses, null);
            }
        }
        if (table != null) sendAll(new ControlMessage.Table(table));
    }

    /** Returns whether the ranks of a process are some of the job's, and have sent no Hello since the last table. */
    private boolean isExpected(int first, int count) {
        return count <= size - first && IntStream.range(first, first + count).allMatch(rank -> addresses[rank] == null);
    }

    private List<Integer> missing() {
        return IntStream.range(0, size)
                .filter(rank -> addresses[rank] == null)
                .boxed()
                .collect(Collectors.toList());
    }

    private void answerWaited(int first) {
        ControlConnection connection;
        List<Integer> missing;
        synchronized (this) {
            connection = connections.get(first);
            missing = missing();
        }
        send(connection, new ControlMessage.Missing(missing));
    }
}

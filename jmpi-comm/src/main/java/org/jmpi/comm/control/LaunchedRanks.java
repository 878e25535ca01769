package org.jmpi.comm.control;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * The processes of a job that have connected to the launcher, on whichever host: collects the values that they publish,
 * hands them out, and passes the other messages on.
 */
public final class LaunchedRanks implements LauncherListener {
    private final int size;
    private final LauncherListener listener;
    private final Map<Integer, ControlConnection> connections = new TreeMap<>();

    /** The ranks that are at the fence. */
    private final BitSet fenced = new BitSet();

    /** The values of the processes that are at the fence, by their first ranks. */
    private Map<Integer, KeyValues> values = new TreeMap<>();

    /**
     * Begins without any process.
     *
     * @param size the number of ranks of the job
     * @param listener receives each message, Fence included, but for requests that are answered here
     */
    public LaunchedRanks(int size, LauncherListener listener) {
        this.size = size;
        this.listener = listener;
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
        if (message instanceof ControlMessage.Fence fence) fence(first, fence);
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
        return send(message, first -> true);
    }

    /**
     * Sends a message to some of the connected processes.
     *
     * @param message the message
     * @param wanted whether it is sent to a process, by its first rank; tested just before
     * @return the first rank of each process that it was sent to
     */
    public List<Integer> send(ControlMessage.ToProcess message, IntPredicate wanted) {
        Map<Integer, ControlConnection> connected;
        synchronized (this) {
            connected = new TreeMap<>(connections);
        }
        List<Integer> reached = new ArrayList<>();
        connected.forEach((first, connection) -> {
            if (wanted.test(first) && send(connection, message)) reached.add(first);
        });
        return reached;
    }

    /** Returns whether the message was sent; a connection that does not take it is closed. */
    private static boolean send(ControlConnection connection, ControlMessage message) {
        try {
            connection.send(message);
            return true;
        } catch (IOException e) {
            SocketCarrier.hangUp(connection);
            return false;
        }
    }

    private void fence(int first, ControlMessage.Fence fence) {
        synchronized (this) {
            if (!isExpected(first, fence.count())) {
                SocketCarrier.hangUp(connections.get(first));
                return;
            }
        }
        // Before the process counts: the last of them lets all ranks go on, and these may have ended a moment later.
        listener.received(first, fence);
        Map<Integer, KeyValues> all;
        synchronized (this) {
            fenced.set(first, first + fence.count());
            values.put(first, fence.values());
            if (!missing().isEmpty()) return;
            all = values;
            values = new TreeMap<>();
            fenced.clear();
        }
        sendAll(new ControlMessage.Fenced(all));
    }

    /** Returns whether the ranks of a process are some of the job's, and are not at the fence. */
    private boolean isExpected(int first, int count) {
        return count > 0
                && count <= size - first
                && fenced.get(first, first + count).isEmpty();
    }

    private List<Integer> missing() {
        return IntStream.range(0, size)
                .filter(rank -> !fenced.get(rank))
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

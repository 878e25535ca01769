package org.jmpi.comm.dynamic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.communicator.ByteExchange;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The rounds in which two groups exchange what each of their processes tells all others. In a round the processes of a
 * group gather their values, the roots exchange them, and each root tells its group.
 *
 * <pre>
 *   rank 1, 2      root                            root      rank 1, 2
 *      | -- value --&gt; |                             | &lt;-- value -- |
 *      |              | -- values of its group ---&gt; |              |
 *      |              | &lt;--- values of its group -- |              |
 *      | &lt;- values -- |                             | -- values -&gt; |
 * </pre>
 *
 * <p>A process that fails tells that in place of its next value. So no process waits for it: the round fails at all.
 */
final class Encounter {
    private static final byte VALUE = 0;
    private static final byte FAILURE = 1;

    private final Communicator comm;
    private final String call;
    private final ByteExchange group;
    private final int root;
    private final boolean accepts;
    private final long nanos;

    /** Null but at the root. */
    private final RootConnection channel;

    /** Whether a round has failed: every process knows it then. */
    private boolean failed;

    /**
     * @param comm of this process's group
     * @param call for observers
     * @param channel to the other root; null but at the root
     * @param accepts whether this group has opened the port
     * @param nanos the longest time in ns for which the other group may be silent
     */
    Encounter(Communicator comm, String call, int root, RootConnection channel, boolean accepts, long nanos) {
        this.comm = comm;
        this.call = call;
        this.group = new ByteExchange(comm, call);
        this.root = root;
        this.channel = channel;
        this.accepts = accepts;
        this.nanos = nanos;
    }

    Communicator comm() {
        return comm;
    }

    boolean accepts() {
        return accepts;
    }

    /**
     * Returns the values of all processes: those of the group that has opened the port come first.
     *
     * @throws CommException if a process has failed
     */
    List<byte[]> exchange(ControlWriter value) {
        return exchange(VALUE, value.toByteArray());
    }

    /** Tells the others that this process fails, in place of its next value. */
    void fail(CommException cause) {
        if (failed) return;
        try {
            exchange(FAILURE, String.valueOf(cause.getMessage()).getBytes(StandardCharsets.UTF_8));
        } catch (CommException e) {
            failed = true; // the exception that every process gets; this one throws its own
        }
    }

    private List<byte[]> exchange(byte kind, byte[] value) {
        byte[] own = new byte[value.length + 1];
        own[0] = kind;
        System.arraycopy(value, 0, own, 1, value.length);
        List<byte[]> mine = group.allgather(own);
        List<byte[]> theirs = theirs(mine);
        List<byte[]> all = new ArrayList<>(accepts ? mine : theirs);
        all.addAll(accepts ? theirs : mine);
        for (byte[] each : all) {
            if (each.length > 0 && each[0] == VALUE) continue;
            failed = true;
            String why = each.length == 0 ? "no value" : new String(each, 1, each.length - 1, StandardCharsets.UTF_8);
            throw new CommException(ErrorClass.OTHER, "the groups could not be connected: " + why);
        }
        all.replaceAll(each -> Arrays.copyOfRange(each, 1, each.length));
        return all;
    }

    private List<byte[]> theirs(List<byte[]> mine) {
        byte[] told = comm.rank() == root ? ask(mine) : null;
        try {
            return read(new ControlReader(group.bcast(told, root), 0));
        } catch (IOException e) {
            failed = true;
            throw new CommException(ErrorClass.OTHER, "the other group has sent what makes no sense: " + e, e);
        }
    }

    /** Returns what the root tells its group: the values of the other one, or the failure to get them. */
    private byte[] ask(List<byte[]> mine) {
        long start = now();
        try {
            // One after the other: two roots that both write long messages would fill the connection, and read nothing.
            if (accepts) channel.send(write(mine));
            List<byte[]> theirs = read(await(start));
            if (!accepts) channel.send(write(mine));
            return write(theirs).toByteArray();
        } catch (IOException | CommException e) {
            String why = "the other group has ended or gives up: " + e.getMessage();
            byte[] failure = (" " + why).getBytes(StandardCharsets.UTF_8);
            failure[0] = FAILURE;
            return write(List.of(failure)).toByteArray();
        }
    }

    private long now() {
        return comm.process().engine().scheduler().nanoTime();
    }

    private ControlReader await(long start) throws IOException {
        return comm.process().engine().awaitOutside(call, "the other group", () -> channel.receive(() -> check(start)));
    }

    private void check(long start) {
        int gone = comm.process().engine().peers().failedAmong(comm.group().worldRanks());
        if (gone >= 0) throw new CommException(ErrorClass.PROC_FAILED, "a process of this group has failed");
        CommException over = comm.process().engine().peers().failure();
        if (over != null) throw over.here();
        if (now() - start > nanos)
            throw new CommException(
                    ErrorClass.OTHER, "it is silent since " + nanos / 1_000_000_000L + " s (jmpi.connect.timeout.s)");
    }

    private static ControlWriter write(List<byte[]> values) {
        ControlWriter out = new ControlWriter().writeInt(values.size());
        for (byte[] each : values) out.writeBlock(each);
        return out;
    }

    private static List<byte[]> read(ControlReader in) throws IOException {
        List<byte[]> values = new ArrayList<>();
        for (int left = in.readCount("values", Integer.BYTES); left > 0; left--) values.add(in.readBlock());
        in.end("the values of a group");
        return values;
    }
}

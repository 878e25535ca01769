package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.operation.SendMode;

/**
 * Receives that are cancelled, each of which gets its message or leaves it (MPI-4.1 section 3.8.4), and receives of the
 * messages that are left. Messages are received in the order of their sends.
 */
final class CancelledReceives extends Action {
    private static final Items INT = Items.adjacent(ElementKind.INT, 1);

    private final int from;
    private final int to;
    private final boolean anySource;
    private final int receives;
    private final int[] messages;
    private final long sent;
    private final long cancelled;

    /**
     * @param anySource whether the receives name no source
     * @param receives how many are cancelled
     * @param messages the lengths of the messages, no more than receives
     * @param sent when they are sent
     * @param cancelled when the receives are cancelled
     */
    CancelledReceives(
            int number,
            CommModel comm,
            int from,
            int to,
            boolean anySource,
            int receives,
            int[] messages,
            long sent,
            long cancelled) {
        super(number, comm);
        this.from = from;
        this.to = to;
        this.anySource = anySource;
        this.receives = receives;
        this.messages = messages;
        this.sent = sent;
        this.cancelled = cancelled;
    }

    /** A receive, and where its message goes. */
    private record Posted(RequestHandle request, GuardedBuffer buffer) {}

    private int tag() {
        return ProgramGenerator.tag(number(), 0);
    }

    private int room() {
        return IntStream.of(messages).max().orElse(1);
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int m = 0; m < messages.length; m++) {
            int index = m;
            steps.accept(step(from, sent, m, "Isend of " + messages[m] + "*INT", rank -> send(rank, index)));
        }
        steps.accept(step(to, begin(), -1, receives + " Irecvs", this::post));
        String text = "Cancels them, and receives what is left of " + messages.length + " messages";
        steps.accept(step(to, Math.max(cancelled, sent), messages.length, text, this::cancel));
    }

    private void send(RankRun rank, int index) {
        GuardedBuffer buffer = new GuardedBuffer(ElementKind.INT, messages[index]);
        buffer.write(0, INT, messages[index], i -> value(0, index, i));
        rank.started(
                rank.messages(comm())
                        .isend(SendMode.STANDARD, buffer.items(INT, messages[index]), comm().rank(to), tag()),
                new int[] {to},
                due(Math.max(sent, cancelled)),
                "message " + index + " of #" + number(),
                done -> buffer.check("send buffer of #" + number()));
    }

    private Posted post(RankRun rank, int source) {
        GuardedBuffer buffer = new GuardedBuffer(ElementKind.INT, room());
        return new Posted(rank.messages(comm()).irecv(buffer.items(INT, room()), source, tag()), buffer);
    }

    private void post(RankRun rank) {
        int source = anySource ? Communicator.ANY_SOURCE : comm().rank(from);
        rank.state(
                this,
                () -> IntStream.range(0, receives)
                        .mapToObj(i -> post(rank, source))
                        .toList());
    }

    private void cancel(RankRun rank) {
        List<Posted> posted = rank.state(this, List::of);
        for (Posted each : posted) each.request.cancel(Status.BINDING);
        // Once more, which changes nothing.
        posted.get(0).request.cancel(Status.BINDING);
        int next = 0;
        for (Posted each : posted) {
            Status[] done = new Status[1];
            // One that has failed may have got a part of a message: nobody knows the number of the next.
            if (!rank.attempt(new int[] {from}, () -> done[0] = each.request.await(Status.BINDING)))
                next = Integer.MAX_VALUE;
            if (next == Integer.MAX_VALUE) continue;
            rank.decided(done[0].cancelled() ? 1 : 0);
            if (!done[0].cancelled()) {
                if (next == messages.length) throw new AssertionError("a receive without a message is complete");
                check(done[0], each.buffer, next++);
            }
            rank.atEnd(() -> each.buffer.check("receive of #" + number() + ", long after it was cancelled"));
        }
        for (; next < messages.length; next++) {
            Posted left = post(rank, comm().rank(from));
            int index = next;
            Runnable receive = () -> check(left.request.await(Status.BINDING), left.buffer, index);
            if (!rank.attempt(new int[] {from}, receive)) return;
        }
    }

    private void check(Status done, GuardedBuffer buffer, int index) {
        int length = messages[index];
        if (done.elements() != length || done.tag() != tag() || done.source() != comm().rank(from))
            throw new AssertionError("message " + index + " of " + length + " elements: received " + done.elements()
                    + " of source " + done.source() + ", tag " + done.tag());
        buffer.expect(0, INT, length, i -> value(0, index, i));
        buffer.check("message " + index);
    }

    @Override
    public String toString() {
        return receives + " receives" + (anySource ? " of any source" : "") + " at rank " + to
                + ", to be cancelled, and messages " + Arrays.toString(messages) + " of rank " + from
                + ", tag " + tag() + " on " + comm();
    }
}

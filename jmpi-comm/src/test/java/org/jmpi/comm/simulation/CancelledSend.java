package org.jmpi.comm.simulation;

import java.util.function.Consumer;
import org.jmpi.comm.communicator.Handles;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.operation.SendMode;

/** A send that is cancelled. Its sender lets the receiver know whether the message comes: it does so once, or never. */
final class CancelledSend extends Action {
    private static final Items INT = Items.adjacent(ElementKind.INT, 1);

    private final int from;
    private final int to;
    private final SendMode mode;
    private final int length;
    private final boolean postedFirst;
    private final long cancelled;
    private final long told;

    /**
     * @param mode of the send
     * @param length of the message, in elements
     * @param postedFirst whether the receive is posted before the receiver knows
     * @param cancelled when the send is cancelled
     * @param told when the receiver waits for the word of the sender
     */
    CancelledSend(
            int number,
            CommModel comm,
            int from,
            int to,
            SendMode mode,
            int length,
            boolean postedFirst,
            long cancelled,
            long told) {
        super(number, comm);
        this.from = from;
        this.to = to;
        this.mode = mode;
        this.length = length;
        this.postedFirst = postedFirst;
        this.cancelled = cancelled;
        this.told = told;
    }

    /** The send, or the receive. */
    private record UnderWay(RequestHandle request, GuardedBuffer buffer) {}

    private int tag() {
        return ProgramGenerator.tag(number(), 0);
    }

    private int wordTag() {
        return ProgramGenerator.tag(number(), 1);
    }

    @Override
    void steps(Consumer<Step> steps) {
        steps.accept(step(from, begin(), 1, "I" + mode.call() + " of " + length + "*INT", this::send));
        steps.accept(step(from, cancelled, 2, "Cancels it, and sends word", this::cancel));
        if (postedFirst) steps.accept(step(to, begin(), 0, "Irecv", rank -> rank.state(this, () -> post(rank))));
        String text = "Recv of the word" + (postedFirst ? ", then Cancel or Wait" : ", then Iprobe or Recv");
        steps.accept(step(to, told, 3, text, this::receive));
    }

    private void send(RankRun rank) {
        GuardedBuffer buffer = new GuardedBuffer(ElementKind.INT, length);
        buffer.write(0, INT, length, i -> value(0, 0, i));
        RequestHandle send = rank.messages(comm()).isend(mode, buffer.items(INT, length), comm().rank(to), tag());
        rank.state(this, () -> new UnderWay(send, buffer));
    }

    private void cancel(RankRun rank) {
        UnderWay send = rank.state(this, () -> null);
        send.request.cancel(Status.BINDING);
        Status[] done = new Status[1];
        if (!rank.attempt(new int[] {to}, () -> done[0] = send.request.await(Status.BINDING))) return;
        boolean given = done[0].cancelled();
        send.buffer.check("send buffer of #" + number());
        rank.decided(given ? 1 : 0);
        GuardedBuffer word = new GuardedBuffer(ElementKind.INT, 1);
        word.write(0, INT, 1, i -> given ? 1 : 0);
        rank.started(
                rank.messages(comm()).isend(SendMode.STANDARD, word.items(INT, 1), comm().rank(to), wordTag()),
                new int[] {to},
                due(Math.max(cancelled, told)),
                "word of #" + number(),
                received -> {});
    }

    private UnderWay post(RankRun rank) {
        GuardedBuffer buffer = new GuardedBuffer(ElementKind.INT, length + 2);
        return new UnderWay(
                rank.messages(comm()).irecv(buffer.items(INT, length + 2), comm().rank(from), tag()), buffer);
    }

    private void receive(RankRun rank) {
        int[] needs = {from};
        if (rank.attempt(needs, () -> receiveNeeding(rank)) || !postedFirst) return;
        UnderWay receive = rank.state(this, () -> null);
        if (!Handles.isActive(receive.request)) return;
        receive.request.cancel(Status.BINDING);
        rank.attempt(needs, () -> receive.request.await(Status.BINDING));
    }

    private void receiveNeeding(RankRun rank) {
        PointToPoint comm = rank.messages(comm());
        int source = comm().rank(from);
        GuardedBuffer word = new GuardedBuffer(ElementKind.INT, 1);
        comm.recv(word.items(INT, 1), source, wordTag(), Status.BINDING);
        boolean comes = word.holds(INT, 1, i -> 0);
        if (!comes && !postedFirst) {
            if (comm.iprobe(source, tag(), Status.BINDING) != null)
                throw new AssertionError("a message that was cancelled has come");
            return;
        }
        UnderWay receive = postedFirst ? rank.state(this, () -> null) : post(rank);
        if (!comes) receive.request.cancel(Status.BINDING);
        if (receive.request.await(Status.BINDING).cancelled() == comes)
            throw new AssertionError(
                    comes ? "a receive without Cancel is cancelled" : "a message that was cancelled is received");
        if (comes) receive.buffer.expect(0, INT, length, i -> value(0, 0, i));
        receive.buffer.check("receive of #" + number());
        rank.atEnd(() -> receive.buffer.check("receive of #" + number() + ", long after it was complete"));
    }

    @Override
    public String toString() {
        return "a send from rank " + from + " to " + to + ", tag " + tag() + " on " + comm() + ", that is cancelled";
    }
}

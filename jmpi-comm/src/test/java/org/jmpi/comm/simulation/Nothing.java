package org.jmpi.comm.simulation;

import java.util.function.Consumer;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.PointToPoint;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.SendMode;

/** What one rank does without another: looks for a message that nobody sends, and talks to PROC_NULL. */
final class Nothing extends Action {
    private static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));

    private final int member;

    Nothing(int number, CommModel comm, int member) {
        super(number, comm);
        this.member = member;
    }

    @Override
    void steps(Consumer<Step> steps) {
        steps.accept(step(member, begin(), 0, "Iprobe, and Cancel of an Irecv", this::lookForNothing));
        steps.accept(step(member, begin(), 1, "messages to and from PROC_NULL", this::talkToNobody));
    }

    private void lookForNothing(RankRun rank) {
        PointToPoint comm = rank.messages(comm());
        int tag = ProgramGenerator.tag(number(), 0);
        int[] sources = comm().remote(member);
        rank.attempt(sources, () -> {
            if (comm.iprobe(Communicator.ANY_SOURCE, tag, Status.BINDING) != null)
                throw new AssertionError("Iprobe has found a message that nobody has sent");
        });
        RequestHandle receive = comm.irecv(word(), Communicator.ANY_SOURCE, tag);
        try {
            if (receive.test(Status.BINDING) != null)
                throw new AssertionError("a receive without a message is complete");
        } catch (CommException e) {
            RankRun.checkPending(e, sources);
        }
        receive.cancel(Status.BINDING);
        if (!receive.await(Status.BINDING).cancelled())
            throw new AssertionError("a receive without a message is not cancelled");
    }

    private static UserBuffer word() {
        return new UserBuffer(new int[1], 0, 1, INT);
    }

    private void talkToNobody(RankRun rank) {
        PointToPoint comm = rank.messages(comm());
        comm.send(SendMode.SYNCHRONOUS, word(), Communicator.PROC_NULL, 0);
        Status received = comm.recv(word(), Communicator.PROC_NULL, Communicator.ANY_TAG, Status.BINDING);
        if (received.source() != Communicator.PROC_NULL || received.elements() != 0)
            throw new AssertionError("PROC_NULL has sent " + received);
    }

    @Override
    public String toString() {
        return "rank " + member + " looks for a message that nobody sends on " + comm();
    }
}

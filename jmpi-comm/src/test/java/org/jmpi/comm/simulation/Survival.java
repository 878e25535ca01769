package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.communicator.PendingCommunicator;

/**
 * Programs in a communicator of its own, perhaps of two worlds, one after the other, each of which a lost rank or
 * a revocation ends. After each the ranks agree whether all of them have seen its end. If not, they revoke the
 * communicator, shrink it, and go on in the one without the lost ranks.
 */
final class Survival extends Action {
    private static final int ROUNDS = 3;
    private static final int ACTIONS = 4;

    /** The bit of a rank's flag that says whether it has seen the end of the program. */
    private static final int WHOLE = 1;

    /** More than the buffered messages of one program have. */
    private static final long BUFFERED_BYTES = 1 << 20;

    private final int ranks;
    private final long time;

    /** @param ranks of the job */
    Survival(int number, CommModel comm, int ranks, long time) {
        super(number, comm);
        this.ranks = ranks;
        this.time = time;
    }

    @Override
    long bufferedBytes(int rank) {
        return BUFFERED_BYTES;
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().members()) steps.accept(step(member, time, 0, "programs that are revoked", this::run));
    }

    private void run(RankRun rank) {
        Communicator own = rank.make("copy of #" + number(), comm(), () -> copy(rank));
        for (int round = 0; own != null && round < ROUNDS; round++) {
            int[] members = Simulation.processes(own.group());
            CommModel model = new CommModel("own" + number() + "." + round, number(), members, null);
            Program program = Program.revocable(value(0, round, 0), model, ranks, ACTIONS);
            boolean whole = rank.runRevocable(program, own);
            if (!agree(rank, own, round, whole)) own = shrink(own, round);
        }
        if (own != null) own.free();
    }

    /** Returns a communicator of all members, for the programs alone. */
    private Communicator copy(RankRun rank) {
        Communicator parent = rank.communicator(comm());
        if (!comm().isInter()) return Communicators.dup(parent);
        return Intercommunicators.merge(parent, comm().own(rank.rank()) == comm().other());
    }

    /** Returns whether all ranks have seen the end of a program; fails if a rank has another result. */
    private boolean agree(RankRun rank, Communicator own, int round, boolean whole) {
        int[] members = Simulation.processes(own.group());
        int mine = flag(rank.rank(), round) & ~WHOLE | (whole ? WHOLE : 0);
        int[] agreed = {mine};
        boolean isAcknowledged = RankRun.agree(own, agreed);
        Simulation.checkSame(
                "agreement " + round + " of #" + number(), Integer.toHexString(agreed[0]) + " " + isAcknowledged);
        int all = Arrays.stream(members)
                .map(member -> flag(member, round) & ~WHOLE)
                .reduce(-1, (a, b) -> a & b);
        boolean isOfSome = (agreed[0] & ~mine) == 0 && (all & ~WHOLE & ~agreed[0]) == 0;
        boolean isOfAll = (agreed[0] & ~WHOLE) == (all & ~WHOLE);
        if (!isOfSome || !isOfAll && !RankRun.isLost(members))
            throw new AssertionError("Agree of " + Integer.toHexString(mine) + " has made "
                    + Integer.toHexString(agreed[0]) + ", and " + Integer.toHexString(all) + " are the bits of all");
        return isAcknowledged && (agreed[0] & WHOLE) != 0;
    }

    private int flag(int member, int round) {
        // Most bits of one rank are set.
        return (int)
                LongStream.range(1, 4).map(part -> value(member, part, round)).reduce(0, (a, b) -> a | b);
    }

    /** Returns the communicator of the ranks that are left. */
    private Communicator shrink(Communicator own, int round) {
        own.revoke();
        if (!own.isRevoked()) throw new AssertionError("not revoked");
        PendingCommunicator pending = own.survivors().shrink("Shrink");
        pending.request().await(Status.BINDING);
        int[] before = Simulation.processes(own.group());
        int[] left = Simulation.processes(pending.made().group());
        Simulation.checkSame("shrink " + round + " of #" + number(), Arrays.toString(left));
        for (int member : before)
            if (CommModel.indexOf(left, member) < 0 && !RankRun.isLost(member))
                throw new AssertionError("Shrink leaves out rank " + member);
        for (int member : left)
            if (CommModel.indexOf(before, member) < 0) throw new AssertionError("Shrink adds rank " + member);
        own.free();
        return pending.made();
    }

    @Override
    public String toString() {
        return "up to " + ROUNDS + " programs of " + ACTIONS + " actions on a copy of " + comm();
    }
}

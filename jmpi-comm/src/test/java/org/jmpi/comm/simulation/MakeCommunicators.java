package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Intercommunicators;

/** Communicators that are made from another one. */
final class MakeCommunicators extends Action {
    /** The ways to make communicators. */
    enum Way {
        DUP,
        SPLIT,
        CREATE,
        /** By Split into two, then Create_intercomm. */
        INTER,
        MERGE
    }

    private final Way way;
    private final List<CommModel> made;

    /** @param made those that are made, which have no member in common */
    MakeCommunicators(int number, CommModel parent, Way way, List<CommModel> made) {
        super(number, parent);
        this.way = way;
        this.made = made;
    }

    @Override
    List<CommModel> makes() {
        return made;
    }

    @Override
    void steps(Consumer<Step> steps) {
        for (int member : comm().members())
            steps.accept(step(member, begin(), 0, way + " of " + comm(), rank -> make(rank, member)));
    }

    private void make(RankRun rank, int member) {
        CommModel own = ofMember(member);
        Communicator parent = rank.communicator(comm());
        Communicator half = null;
        if (way == Way.INTER) {
            half = rank.make("half of #" + number(), comm(), () -> half(parent, member));
            if (half == null) return;
        }
        Communicator local = half;
        Communicator communicator = rank.make("#" + number(), comm(), () -> make(parent, local, own, member));
        if (communicator != null) rank.made(own, communicator);
        if (half != null) half.free();
    }

    private Communicator make(Communicator parent, Communicator half, CommModel own, int member) {
        Communicator communicator = switch (way) {
            case DUP -> Communicators.dup(parent);
            case SPLIT -> split(parent, member);
            case CREATE -> {
                int[] ranks = made.get(0).group();
                yield Communicators.create(
                        parent,
                        parent.group()
                                .incl(Arrays.stream(ranks).map(comm()::rank).toArray()));
            }
            case INTER -> createInter(parent, half, member);
            case MERGE -> Intercommunicators.merge(parent, made.get(0).group()[0] != comm().own(member)[0]);
        };
        if ((own == null) != (communicator == null))
            throw new AssertionError(way + " of " + comm() + " has made " + communicator + ", and not " + own);
        if (own != null) own.check(communicator, member);
        return communicator;
    }

    private CommModel ofMember(int member) {
        for (CommModel each : made) if (CommModel.indexOf(each.members(), member) >= 0) return each;
        return null;
    }

    private Communicator split(Communicator parent, int member) {
        CommModel own = ofMember(member);
        if (own == null) return Communicators.split(parent, Communicator.UNDEFINED, 0);
        return Communicators.split(parent, made.indexOf(own), own.rank(member) - 2);
    }

    private Communicator half(Communicator parent, int member) {
        CommModel inter = made.get(0);
        return Communicators.split(parent, inter.own(member) == inter.group() ? 0 : 1, inter.rank(member));
    }

    private Communicator createInter(Communicator parent, Communicator half, int member) {
        int otherLeader = comm().rank(made.get(0).remote(member)[0]);
        return Intercommunicators.create(half, 0, parent, otherLeader, ProgramGenerator.tag(number(), 0));
    }

    @Override
    public String toString() {
        return way + " of " + comm() + " makes "
                + made.stream()
                        .map(each -> each
                                + Arrays.toString(each.group())
                                + (each.isInter() ? Arrays.toString(each.other()) : ""))
                        .collect(Collectors.joining(", "));
    }
}

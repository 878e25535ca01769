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
        Communicator parent = rank.communicator(comm());
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
            case INTER -> createInter(parent, member);
            case MERGE -> Intercommunicators.merge(parent, made.get(0).group()[0] != comm().own(member)[0]);
        };
        CommModel own = ofMember(member);
        if ((own == null) != (communicator == null))
            throw new AssertionError(way + " of " + comm() + " has made " + communicator + ", and not " + own);
        if (own == null) return;
        check(own, communicator, member);
        rank.made(own, communicator);
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

    private Communicator createInter(Communicator parent, int member) {
        CommModel inter = made.get(0);
        int[] own = inter.own(member);
        Communicator half = Communicators.split(parent, own == inter.group() ? 0 : 1, inter.rank(member));
        int otherLeader = comm().rank(inter.remote(member)[0]);
        Communicator joined =
                Intercommunicators.create(half, 0, parent, otherLeader, ProgramGenerator.tag(number(), 0));
        half.free();
        return joined;
    }

    private static void check(CommModel model, Communicator communicator, int member) {
        if (communicator.rank() != model.rank(member)
                || !Arrays.equals(communicator.group().worldRanks(), model.own(member))
                || !Arrays.equals(communicator.remoteGroup().worldRanks(), model.remote(member)))
            throw new AssertionError(model + " has rank " + communicator.rank() + " in group "
                    + Arrays.toString(communicator.group().worldRanks()) + ", remote group "
                    + Arrays.toString(communicator.remoteGroup().worldRanks()));
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

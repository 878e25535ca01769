package org.jmpi.comm.communicator;

import org.jmpi.comm.coll.CollectiveCall;
import org.jmpi.comm.coll.RankView;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.schedule.CollectiveFailures;

/** The ranks of a communicator, as one of its collective operations sees them. */
abstract class CommunicatorRanks implements RankView {
    final Communicator comm;
    final CollectiveChannel channel;
    final CollectiveFailures failures;
    private final CollectiveCall collectiveCall = new CollectiveCall(this);
    private final Selector selector = new Selector(this);

    /** That of the latest operation. */
    Signature signature;

    CommunicatorRanks(Communicator comm, CollectiveChannel channel, CollectiveFailures failures) {
        this.comm = comm;
        this.channel = channel;
        this.failures = failures;
    }

    /** Returns what takes what goes wrong in the operation. */
    final CollectiveFailures failures() {
        return failures;
    }

    /** Returns the world rank of the operation's root; what the program gave if that is no rank. */
    final int worldRoot() {
        int root = signature.root();
        return root < 0 ? root : comm.remoteGroup().worldRank(root);
    }

    @Override
    public final Selector selector() {
        return selector;
    }

    @Override
    public void selected(String operation, Enum<?> algorithm) {
        channel.selected(signature, operation, algorithm);
    }

    @Override
    public final void refused(Enum<?> forced, String line) {
        comm.process().refused(comm, forced, line);
    }

    @Override
    public final void note(CommException mismatch) {
        failures.note(mismatch);
    }

    @Override
    public final CollectiveCall call() {
        return collectiveCall;
    }

    @Override
    public final int rank() {
        return comm.rank();
    }

    @Override
    public final int size() {
        return comm.size();
    }

    @Override
    public final int remoteSize() {
        return comm.isInter() ? comm.remoteGroup().size() : 0;
    }

    @Override
    public final ObjectCodec codec() {
        return comm.process().codec();
    }

    @Override
    public final Tuning tuning() {
        return comm.process().tuning();
    }
}

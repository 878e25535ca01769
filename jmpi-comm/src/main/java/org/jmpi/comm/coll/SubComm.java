package org.jmpi.comm.coll;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.coll.shared.SharedSegment;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.jmpi.comm.schedule.ScheduleCache;

/** Some ranks of a communicator, in ascending order of hosts or ranks, that take a step of an operation of all. */
final class SubComm implements RankView {
    private final RankView all;
    private final int[] ranks;
    private final int rank;
    private final NodeMap.NodeSegment segment;
    private final CollectiveCall call = new CollectiveCall(this);
    private final Selector selector = new Selector(this);
    private final ScheduleCache schedules = new ScheduleCache();

    /**
     * @param ranks which of them, this rank among them
     * @param segment that they share; null if they share none
     */
    SubComm(RankView all, int[] ranks, NodeMap.NodeSegment segment) {
        this.all = all;
        this.ranks = ranks;
        this.rank = Arrays.stream(ranks).boxed().toList().indexOf(all.rank());
        this.segment = segment;
    }

    @Override
    public CollectiveCall call() {
        return call;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return ranks.length;
    }

    @Override
    public Selector selector() {
        return selector;
    }

    @Override
    public boolean hasSharedSegment() {
        return segment != null && segment.isUsable();
    }

    @Override
    public SharedSegment sharedSegment() {
        return segment.begin();
    }

    @Override
    public void note(CommException mismatch) {
        all.note(mismatch);
    }

    @Override
    public CommException mismatched(ErrorClass errorClass, int from, String gave, String awaits) {
        return all.mismatched(errorClass, ranks[from], gave, awaits);
    }

    @Override
    public CommException left(int from) {
        return all.left(ranks[from]);
    }

    @Override
    public void noteObjects(CommException failure) {
        all.noteObjects(failure);
    }

    @Override
    public ObjectCodec codec() {
        return all.codec();
    }

    @Override
    public ByteChunks encode(Segment segment) {
        return all.encode(segment);
    }

    @Override
    public Tuning tuning() {
        return all.tuning();
    }

    @Override
    public void enter(String operation, int root, Reducer op, BasicType type, long amount) {
        // A step of an operation that all have entered.
    }

    @Override
    public void copy(Buffer from, Buffer to) {
        all.copy(from, to);
    }

    @Override
    public void execute(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
        all.execute(schedules.get(rank, ranks.length, arguments, steps), arguments, ranks);
    }

    @Override
    public void execute(Schedule schedule, ScheduleArguments arguments, int[] ofSchedule) {
        all.execute(schedule, arguments, inAll(ofSchedule));
    }

    private int[] inAll(int[] ofSchedule) {
        return Arrays.stream(ofSchedule).map(here -> ranks[here]).toArray();
    }
}

package org.jmpi.comm.control;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A call in which a thread of a rank waits.
 *
 * @param rank the rank in the world
 * @param call the operation with its distinguishing arguments, such as {@code Recv(source=1, tag=7) on communicator 4}
 * @param collective whether it is a collective operation, or a call that contains one
 * @param awaited the ranks in the world of which any can end the wait; none if it ends without another rank's doing
 * @param nanos how long it has waited, in ns
 * @param nearest what it waits for, and which message is here instead, as
 *     {@code waits for tag 6 from rank 0; a message with tag 5 from rank 0 is here}; empty if there is none that comes
 *     near. Of a call that waits for processes outside of the job it says so
 */
public record BlockedCall(
        int rank, String call, boolean collective, List<Integer> awaited, long nanos, String nearest) {
    /**
     * {@return calls, those of one rank and one name as one} A rank that has a lock which another one waits for knows
     * that the other one waits, and for whom.
     *
     * @param calls of any ranks
     */
    public static List<BlockedCall> merged(List<BlockedCall> calls) {
        Map<String, BlockedCall> all = new LinkedHashMap<>();
        for (BlockedCall call : calls) all.merge(call.rank + " " + call.call, call, BlockedCall::with);
        return List.copyOf(all.values());
    }

    private BlockedCall with(BlockedCall other) {
        List<Integer> both = Stream.concat(awaited.stream(), other.awaited.stream())
                .distinct()
                .sorted()
                .toList();
        return new BlockedCall(
                rank,
                call,
                collective || other.collective,
                both,
                Math.max(nanos, other.nanos),
                nearest.isEmpty() ? other.nearest : nearest);
    }

    /**
     * {@return this call as one that may go on by itself}
     */
    public BlockedCall goingOn() {
        return new BlockedCall(rank, call, collective, List.of(), nanos, "");
    }
}

package org.jmpi;

import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.communicator.PendingCommunicator;

/**
 * What ranks do that are left after failures, in a job that goes on ({@code jmpirun --continue}): they stop the others'
 * calls, agree, and go on in a communicator without the failed ranks.
 */
abstract class SurvivorCalls extends ReductionCalls {
    SurvivorCalls(org.jmpi.comm.communicator.Communicator core) {
        super(core);
    }

    /**
     * Revokes the communicator at all its ranks, which need not call anything. Operations that are under way in it fail
     * by class ERR_REVOKED, and so do later calls that communicate. {@link #agree} and {@link #shrink} stay possible.
     */
    public void revoke() {
        call(core -> {
            core.revoke();
            return null;
        });
    }

    /** {@return whether the communicator is revoked, as far as this rank knows} */
    public boolean isRevoked() {
        return call(org.jmpi.comm.communicator.Communicator::isRevoked);
    }

    /** {@return the ranks that are known to have failed} Those of an earlier result come first. */
    public List<Integer> failedRanks() {
        return ask(core -> Arrays.stream(core.survivors().failed().worldRanks())
                .map(core.group()::rankOf)
                .boxed()
                .toList());
    }

    /**
     * Acknowledges failures: a receive from any source goes on without these ranks, and {@link #agree} counts them no
     * more.
     *
     * @param count how many of {@link #failedRanks}, the first ones; less than before changes nothing
     * @return how many are acknowledged
     */
    public int acknowledgeFailed(int count) {
        return ask(core -> core.survivors().acknowledge(count));
    }

    /**
     * Agrees on a value. All ranks that are left call this, and all get the same, whichever ranks fail meanwhile.
     *
     * @param value this rank's
     * @return whether all of them give true, and all have acknowledged each failure
     */
    public boolean agree(boolean value) {
        return agree("agree", value).join();
    }

    /**
     * Starts {@link #agree}; returns at once.
     *
     * @param value this rank's
     * @return gets the value
     */
    public MpiFuture<Boolean> agreeAsync(boolean value) {
        return agree("agreeAsync", value);
    }

    private MpiFuture<Boolean> agree(String call, boolean value) {
        boolean[] all = {value};
        return ask(core -> MpiFuture.ofCollective(core.survivors().agree(call, all), () -> all[0]));
    }

    /**
     * Returns a communicator of the ranks that are left, in the same order. All of these call this.
     *
     * @return the new communicator, without those that a rank knew to have failed
     */
    public Communicator shrink() {
        return shrink("shrink").join();
    }

    /**
     * Starts {@link #shrink}; returns at once.
     *
     * @return gets the new communicator
     */
    public MpiFuture<Communicator> shrinkAsync() {
        return shrink("shrinkAsync");
    }

    private MpiFuture<Communicator> shrink(String call) {
        return ask(core -> {
            PendingCommunicator pending = core.survivors().shrink(call);
            return MpiFuture.ofCollective(pending.request(), () -> new Communicator(pending.made(), true));
        });
    }
}

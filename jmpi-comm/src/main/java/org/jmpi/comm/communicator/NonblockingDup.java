package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Attributes;
import org.jmpi.comm.object.ErrorHandler;
import org.jmpi.comm.object.Info;

/**
 * Duplicates a communicator while the program computes (MPI-4.1 section 7.4.2, MPI_Comm_idup). The duplicate is as if
 * it had been made when this started.
 *
 * <p>The ranks agree on contexts as {@link Communicators} does, by reductions to the minimum. The rank that proposes a
 * context gives its negative number and the others give 0; then each rank gives whether it has reserved the contexts. A
 * reduction of an intercommunicator returns the values of the other group. Therefore a second one follows, in which
 * each rank gives what the first one has brought.
 */
public final class NonblockingDup implements PendingCommunicator {
    private final Communicator comm;
    private final Info hints;
    private final ErrorHandler errorHandler;
    private final Group group;

    /** Copies of the attributes; null if a function of the program has failed. */
    private Attributes.Copies attributes;

    private CommException failure;

    /** For the context of the duplicate, and that of the own group's communicator which an intercommunicator has. */
    private final int[] own = new int[2];

    private final int[] least = new int[own.length];
    private final int[] ofOtherGroup = new int[own.length];
    private final ContextReservation reservation;
    private boolean isSecond;
    private boolean isReserving;
    private final RequestHandle request;
    private volatile Communicator made;

    private NonblockingDup(Communicator comm, Info hints) {
        this.comm = comm;
        this.hints = hints;
        this.errorHandler = comm.errorHandler();
        this.group = comm.group();
        this.reservation = new ContextReservation(comm);
        copyAttributes();
        propose();
        this.request = comm.collectives().startMinima("Idup", own, least, this::advance, reservation::release);
    }

    /**
     * Starts to duplicate a communicator. Every rank calls this.
     *
     * @param comm the communicator
     * @param hints of the duplicate
     * @return the duplicate under way; its request fails by what a function of an attribute has thrown
     */
    public static NonblockingDup start(Communicator comm, Info hints) {
        comm.checkUsable();
        return new NonblockingDup(comm, hints);
    }

    @Override
    public RequestHandle request() {
        return request;
    }

    @Override
    public Communicator made() {
        return made;
    }

    /** The other ranks count on this one's messages, so that a failure shows at the end. */
    private void copyAttributes() {
        try {
            attributes = comm.attributes().copies();
        } catch (RuntimeException e) {
            failure = new CommException(
                    ErrorClass.OTHER, "copy function of an attribute failed: " + CommException.describe(e), e);
        }
    }

    private void propose() {
        isReserving = false;
        boolean leads = comm.rank() == 0;
        boolean isFirst = !comm.isInter()
                || comm.process()
                        .names()
                        .isBefore(group.worldRank(0), comm.remoteGroup().worldRank(0));
        own[0] = leads && isFirst ? -comm.process().freeContext() : 0;
        own[1] = leads && comm.isInter() ? -comm.process().freeContext() : 0;
    }

    /** Goes on after a reduction; returns whether another one follows. Called on a thread that moves messages. */
    private boolean advance() {
        if (comm.isInter() && !isSecond) {
            isSecond = true;
            System.arraycopy(least, 0, ofOtherGroup, 0, least.length);
            System.arraycopy(least, 0, own, 0, least.length);
            return true;
        }
        isSecond = false;
        int value = comm.isInter() ? Math.min(least[0], ofOtherGroup[0]) : least[0];
        if (!isReserving) {
            isReserving = true;
            boolean reserved = comm.isInter() ? reservation.reserve(-value, -least[1]) : reservation.reserve(-value);
            own[0] = reserved ? 1 : 0;
            own[1] = 0;
        } else if (value == 1) {
            finish();
            return false;
        } else {
            reservation.refuse();
            propose();
        }
        return true;
    }

    private void finish() {
        if (failure != null) throw failure;
        Communicator copy = reservation.make(group, comm.remoteGroup());
        copy.errorHandler(errorHandler);
        copy.info(hints);
        attributes.setIn(copy.attributes());
        made = copy;
    }
}

package mpi;

import org.jmpi.comm.communicator.Binding;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.MessageOperation;

/** Makes the results of operations, by mpiJava's names. */
final class Names implements Binding<Status> {
    static final Names MPIJAVA = new Names();

    private Names() {}

    @Override
    public Status status(MessageOperation done, int index) {
        return done == null ? Status.none(index) : Status.of(done, index);
    }

    @Override
    public Status[] statuses(int length) {
        return new Status[length];
    }

    @Override
    public MPIException raised(Communicator comm, CommException failure) {
        return Ranks.raised(comm, failure);
    }

    @Override
    public RuntimeException withStatuses(RuntimeException failure, Status[] statuses) {
        if (failure instanceof MPIException exception) exception.statuses = statuses;
        return failure;
    }
}

package mpi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** A communicator whose blocking collective operations are made as something else decides. */
final class CallView extends Intracomm {
    private final Calling calling;

    /** Makes the calls. */
    interface Calling {
        /**
         * Makes a call.
         *
         * @param operation the name of the blocking operation
         * @param arguments its arguments
         */
        void call(String operation, Object... arguments);
    }

    CallView(Intracomm comm, Calling calling) {
        super(comm.core());
        this.calling = calling;
    }

    /** Calls a method of a communicator; throws what it throws. */
    static Object invoke(Comm comm, Method method, Object... arguments) {
        try {
            return method.invoke(comm, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) throw failure;
            throw new AssertionError(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void Barrier() {
        calling.call("Barrier");
    }

    @Override
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        calling.call("Bcast", buf, offset, count, type, root);
    }

    @Override
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        calling.call(
                "Gather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
    }

    @Override
    public void Gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root) {
        calling.call(
                "Gatherv",
                sendbuf,
                sendoffset,
                sendcount,
                sendtype,
                recvbuf,
                recvoffset,
                recvcount,
                displs,
                recvtype,
                root);
    }

    @Override
    public void Scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        calling.call(
                "Scatter", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root);
    }

    @Override
    public void Scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        calling.call(
                "Scatterv",
                sendbuf,
                sendoffset,
                sendcount,
                displs,
                sendtype,
                recvbuf,
                recvoffset,
                recvcount,
                recvtype,
                root);
    }

    @Override
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        calling.call("Allgather", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
    }

    @Override
    public void Allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        calling.call(
                "Allgatherv",
                sendbuf,
                sendoffset,
                sendcount,
                sendtype,
                recvbuf,
                recvoffset,
                recvcount,
                displs,
                recvtype);
    }

    @Override
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        calling.call("Alltoall", sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
    }

    @Override
    public void Alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype) {
        calling.call(
                "Alltoallv",
                sendbuf,
                sendoffset,
                sendcount,
                sdispls,
                sendtype,
                recvbuf,
                recvoffset,
                recvcount,
                rdispls,
                recvtype);
    }

    @Override
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root) {
        calling.call("Reduce", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root);
    }

    @Override
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        calling.call("Allreduce", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
    }

    @Override
    public void Reduce_scatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op) {
        calling.call("Reduce_scatter", sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op);
    }

    @Override
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        calling.call("Scan", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
    }

    @Override
    public void Alltoallw(
            Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype[] recvtypes) {
        calling.call(
                "Alltoallw",
                sendbuf,
                sendoffset,
                sendcounts,
                sdispls,
                sendtypes,
                recvbuf,
                recvoffset,
                recvcounts,
                rdispls,
                recvtypes);
    }

    @Override
    public void Reduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op) {
        calling.call("Reduce_scatter_block", sendbuf, sendoffset, recvbuf, recvoffset, recvcount, datatype, op);
    }

    @Override
    public void Exscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        calling.call("Exscan", sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
    }
}

package mpi;

import java.util.function.BiConsumer;

/** A communicator whose blocking collective operations are given buffers with the elements of the test's arrays. */
final class BufferView extends Intracomm {
    /** The kind of the next buffer; ranks and calls differ, so that all kinds meet. */
    private int next;

    BufferView(Intracomm comm) {
        super(comm.context());
        next = comm.Rank();
    }

    private void with(Object sendbuf, Object recvbuf, BiConsumer<Object, Object> call) {
        Object sent = buffer(sendbuf);
        Object received = recvbuf == sendbuf ? sent : buffer(recvbuf);
        call.accept(sent, received);
        copyBack(sent, sendbuf);
        if (received != sent) copyBack(received, recvbuf);
    }

    private Object buffer(Object array) {
        next += 3;
        return ElementBuffer.holds(array) ? new ElementBuffer(array, next) : array;
    }

    private static Object memory(Object buffer) {
        return buffer instanceof ElementBuffer elements ? elements.buffer() : buffer;
    }

    private static void copyBack(Object buffer, Object array) {
        if (buffer instanceof ElementBuffer elements) elements.copyTo(array);
    }

    @Override
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        with(buf, null, (in, out) -> super.Bcast(memory(in), offset, count, type, root));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Gather(
                        memory(in),
                        sendoffset,
                        sendcount,
                        sendtype,
                        memory(out),
                        recvoffset,
                        recvcount,
                        recvtype,
                        root));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Gatherv(
                        memory(in),
                        sendoffset,
                        sendcount,
                        sendtype,
                        memory(out),
                        recvoffset,
                        recvcount,
                        displs,
                        recvtype,
                        root));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Scatter(
                        memory(in),
                        sendoffset,
                        sendcount,
                        sendtype,
                        memory(out),
                        recvoffset,
                        recvcount,
                        recvtype,
                        root));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Scatterv(
                        memory(in),
                        sendoffset,
                        sendcount,
                        displs,
                        sendtype,
                        memory(out),
                        recvoffset,
                        recvcount,
                        recvtype,
                        root));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Allgather(
                        memory(in), sendoffset, sendcount, sendtype, memory(out), recvoffset, recvcount, recvtype));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Allgatherv(
                        memory(in),
                        sendoffset,
                        sendcount,
                        sendtype,
                        memory(out),
                        recvoffset,
                        recvcount,
                        displs,
                        recvtype));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Alltoall(
                        memory(in), sendoffset, sendcount, sendtype, memory(out), recvoffset, recvcount, recvtype));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Alltoallv(
                        memory(in),
                        sendoffset,
                        sendcount,
                        sdispls,
                        sendtype,
                        memory(out),
                        recvoffset,
                        recvcount,
                        rdispls,
                        recvtype));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Reduce(memory(in), sendoffset, memory(out), recvoffset, count, datatype, op, root));
    }

    @Override
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Allreduce(memory(in), sendoffset, memory(out), recvoffset, count, datatype, op));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Reduce_scatter(
                        memory(in), sendoffset, memory(out), recvoffset, recvcounts, datatype, op));
    }

    @Override
    public void Scan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Scan(memory(in), sendoffset, memory(out), recvoffset, count, datatype, op));
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
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Alltoallw(
                        memory(in),
                        sendoffset,
                        sendcounts,
                        sdispls,
                        sendtypes,
                        memory(out),
                        recvoffset,
                        recvcounts,
                        rdispls,
                        recvtypes));
    }

    @Override
    public void Reduce_scatter_block(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount, Datatype datatype, Op op) {
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Reduce_scatter_block(
                        memory(in), sendoffset, memory(out), recvoffset, recvcount, datatype, op));
    }

    @Override
    public void Exscan(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        with(
                sendbuf,
                recvbuf,
                (in, out) -> super.Exscan(memory(in), sendoffset, memory(out), recvoffset, count, datatype, op));
    }
}

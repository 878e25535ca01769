package mpi;

import org.jmpi.comm.coll.Allreduce;
import org.jmpi.comm.coll.Barrier;
import org.jmpi.comm.coll.Bcast;
import org.jmpi.comm.coll.Gather;
import org.jmpi.comm.coll.Reduce;
import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.error.CommException;

/** A communicator of one group, which has collective operations (MPI-4.1 section 6): every rank calls them, in one order. */
public abstract class Intracomm extends Comm {
    Intracomm() {}

    /** Returns when every rank has called this. */
    public void Barrier() throws MPIException {
        try {
            Barrier.run(context().peers());
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /**
     * Copies the root's buffer to every rank's.
     *
     * @throws MPIException also of class ERR_ROOT
     */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        CommContext context = context();
        try {
            context.checkRoot(root);
            context.checkBuffer(buf, offset, count, Datatype.layout(type));
            Bcast.run(context.peers(), buf, offset, count, Datatype.layout(type), root);
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /**
     * Collects one block from each rank at the root, in the order of ranks.
     *
     * @param recvcount the items of one rank's block; what is received counts at the root only
     * @throws MPIException also of class ERR_ROOT
     */
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CommContext context = context();
        try {
            context.checkRoot(root);
            context.checkBuffer(sendbuf, sendoffset, sendcount, Datatype.layout(sendtype));
            if (context.rank() == root) context.checkBlocks(recvbuf, recvoffset, recvcount, Datatype.layout(recvtype));
            Gather.run(
                    context.peers(),
                    sendbuf,
                    sendoffset,
                    sendcount,
                    Datatype.layout(sendtype),
                    recvbuf,
                    recvoffset,
                    recvcount,
                    Datatype.layout(recvtype),
                    root);
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /**
     * Combines the ranks' buffers, element by element, at the root.
     *
     * @throws MPIException also of class ERR_ROOT, or ERR_OP if the operator is not defined for the datatype
     */
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        CommContext context = context();
        try {
            context.checkRoot(root);
            context.checkOperand(sendbuf, sendoffset, count, Datatype.layout(datatype), Op.reducer(op));
            if (context.rank() == root) context.checkBuffer(recvbuf, recvoffset, count, Datatype.layout(datatype));
            Reduce.run(
                    context.peers(),
                    sendbuf,
                    sendoffset,
                    recvbuf,
                    recvoffset,
                    count,
                    Datatype.layout(datatype),
                    Op.reducer(op),
                    root);
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /**
     * Combines the ranks' buffers, element by element, at every rank; all get the same bits.
     *
     * @throws MPIException also of class ERR_OP if the operator is not defined for the datatype
     */
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op)
            throws MPIException {
        CommContext context = context();
        try {
            context.checkOperand(sendbuf, sendoffset, count, Datatype.layout(datatype), Op.reducer(op));
            context.checkBuffer(recvbuf, recvoffset, count, Datatype.layout(datatype));
            Allreduce.run(
                    context.peers(),
                    sendbuf,
                    sendoffset,
                    recvbuf,
                    recvoffset,
                    count,
                    Datatype.layout(datatype),
                    Op.reducer(op));
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }
}

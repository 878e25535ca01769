package org.jmpi.comm.context;

import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendRequest;

/** Exchanges the messages of collective operations, in the communicator's second context. */
final class CollectivePlane implements Peers {
    private final CommContext comm;
    private final LocalProcess process;

    CollectivePlane(CommContext comm) {
        this.comm = comm;
        this.process = comm.process();
    }

    @Override
    public int rank() {
        return comm.rank();
    }

    @Override
    public int size() {
        return comm.size();
    }

    @Override
    public void send(Object buf, int offset, int count, Layout layout, int to) {
        SendRequest send = comm.collectiveSend(buf, offset, count, layout, to);
        process.await(send);
        process.recycle(send);
    }

    @Override
    public void receive(Object buf, int offset, int count, Layout layout, int from) {
        RecvRequest receive = comm.collectiveReceive(buf, offset, count, layout, from);
        process.await(receive);
        process.recycle(receive);
    }

    @Override
    public void exchange(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            int to,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            int from,
            Layout layout) {
        RecvRequest receive = comm.collectiveReceive(recvbuf, recvoffset, recvcount, layout, from);
        SendRequest send = comm.collectiveSend(sendbuf, sendoffset, sendcount, layout, to);
        process.engine().await(receive);
        process.await(send);
        process.conclude(receive);
        process.recycle(send);
        process.recycle(receive);
    }

    @Override
    public void copy(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Layout sendlayout,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Layout recvlayout) {
        RecvRequest receive = comm.collectiveReceive(recvbuf, recvoffset, recvcount, recvlayout, rank());
        SendRequest send = comm.collectiveSend(sendbuf, sendoffset, sendcount, sendlayout, rank());
        process.await(receive);
        process.await(send);
        process.recycle(send);
        process.recycle(receive);
    }
}

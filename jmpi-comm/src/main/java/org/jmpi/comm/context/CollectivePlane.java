package org.jmpi.comm.context;

import java.util.function.Consumer;
import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Signature;
import org.jmpi.comm.coll.Tuning;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.SendRequest;

/**
 * Exchanges the messages of collective operations, in the communicator's second context. Each operation has a number, the
 * tag of its messages, so that what is left over from one that failed meets no later one.
 *
 * <p>A message of another length or type than its receive is consumed like any other; the operation goes on, so that no
 * rank waits for one that gave up, and fails at its end.
 */
final class CollectivePlane implements Peers {
    private final CommContext comm;
    private final LocalProcess process;
    private int operation;
    private boolean begun;
    private CommException mismatch;
    private Object call = "";

    CollectivePlane(CommContext comm) {
        this.comm = comm;
        this.process = comm.process();
    }

    /**
     * Runs an operation. One that is refused before it has sent or received anything does not count: the other ranks may
     * know nothing of it.
     *
     * @param name the call that the operation is part of; null if it is the call itself
     */
    void run(String name, Consumer<Peers> steps) {
        call = name;
        mismatch = null;
        begun = false;
        operation = operation == CommContext.TAG_UB ? 0 : operation + 1;
        try {
            steps.accept(this);
        } catch (RuntimeException e) {
            if (!begun) operation--;
            throw e;
        }
        if (mismatch != null) throw mismatch;
    }

    /** Returns the latest call. */
    String call() {
        return String.valueOf(call);
    }

    @Override
    public void enter(Signature signature) {
        String name = call == null ? signature.operation() : call.toString();
        if (call == null) call = signature;
        process.checks().collective(this, name, signature);
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
    public Tuning tuning() {
        return process.tuning();
    }

    @Override
    public void send(Buffer buffer, int to) {
        await(beginSend(buffer, to));
    }

    @Override
    public void receive(Buffer buffer, int from) {
        await(beginReceive(buffer, from));
    }

    @Override
    public void exchange(Buffer send, int to, Buffer receive, int from) {
        RecvRequest received = beginReceive(receive, from);
        SendRequest sent = beginSend(send, to);
        process.engine().await(received);
        await(sent);
        await(received);
    }

    @Override
    public void copy(Buffer from, Buffer to) {
        if (!from.copyTo(to)) exchange(from, rank(), to, rank());
    }

    @Override
    public Transfer startSend(Buffer buffer, int to) {
        SendRequest send = beginSend(buffer, to);
        return () -> await(send);
    }

    @Override
    public Transfer startReceive(Buffer buffer, int from) {
        RecvRequest receive = beginReceive(buffer, from);
        return () -> await(receive);
    }

    private SendRequest beginSend(Buffer buffer, int to) {
        begun = true;
        return comm.collectiveSend(buffer, to, operation);
    }

    private RecvRequest beginReceive(Buffer buffer, int from) {
        begun = true;
        return comm.collectiveReceive(buffer, from, operation);
    }

    private void await(SendRequest send) {
        process.await(send);
        process.recycle(send);
    }

    private void await(RecvRequest receive) {
        try {
            process.await(receive);
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.TRUNCATE && e.errorClass() != ErrorClass.TYPE) throw e;
            if (mismatch == null) mismatch = e;
        }
        process.recycle(receive);
    }
}

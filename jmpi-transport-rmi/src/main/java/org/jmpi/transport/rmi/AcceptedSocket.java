package org.jmpi.transport.rmi;

import java.io.IOException;
import java.net.SocketException;

/** A connection that a peer, or a stranger, has made: it is admitted before RMI reads the first byte. */
final class AcceptedSocket extends CallSocket {
    private final Admission admission;
    private volatile boolean admitted;

    AcceptedSocket(Admission admission, boolean brief) {
        super(brief);
        this.admission = admission;
    }

    @Override
    void beforeFirstByte() throws IOException {
        admission.admit(this);
        super.setSoTimeout(0);
        admitted = true;
    }

    /**
     * Has no effect once the connection is admitted. RMI would close one that is idle for two hours; but peers look after each
     * other, and a read that may time out is three system calls instead of one.
     */
    @Override
    public synchronized void setSoTimeout(int millis) throws SocketException {
        if (!admitted) super.setSoTimeout(millis);
    }

    @Override
    public void close() throws IOException {
        super.close();
        admission.closed(this);
    }
}

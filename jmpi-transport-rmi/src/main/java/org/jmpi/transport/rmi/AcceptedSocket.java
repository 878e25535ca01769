package org.jmpi.transport.rmi;

import java.io.IOException;
import java.net.SocketException;

/** A connection that a peer, or a stranger, has made: it is admitted before RMI reads the first byte. */
final class AcceptedSocket extends CallSocket {
    private final Admission admission;
    private volatile int connector = -1;

    AcceptedSocket(Admission admission, boolean brief) {
        super(brief);
        this.admission = admission;
    }

    /** {@return the rank of the peer that made the connection; -1 while it has not proved the secret} */
    int connector() {
        return connector;
    }

    @Override
    void beforeFirstByte() throws IOException {
        int rank = admission.admit(this);
        super.setSoTimeout(0);
        connector = rank;
    }

    /**
     * Has no effect once the connection is admitted. RMI would close one that is idle for two hours; but peers look after each
     * other, and a read that may time out is three system calls instead of one.
     */
    @Override
    public synchronized void setSoTimeout(int millis) throws SocketException {
        if (connector < 0) super.setSoTimeout(millis);
    }

    @Override
    public void close() throws IOException {
        super.close();
        admission.closed(this);
    }
}

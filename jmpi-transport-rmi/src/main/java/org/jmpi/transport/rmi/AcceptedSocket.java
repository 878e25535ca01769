package org.jmpi.transport.rmi;

import java.io.IOException;

/** A connection that a peer, or a stranger, has made: it is admitted before RMI reads the first byte. */
final class AcceptedSocket extends CallSocket {
    private final Admission admission;
    private int connector = -1;

    AcceptedSocket(Admission admission, Patience patience, boolean brief) {
        super(patience, brief);
        this.admission = admission;
    }

    /** {@return the rank of the peer that made the connection; -1 while it has not proved the secret} */
    int connector() {
        return connector;
    }

    @Override
    void beforeFirstByte() throws IOException {
        int before = getSoTimeout();
        connector = admission.admit(this);
        setSoTimeout(before);
    }

    @Override
    public void close() throws IOException {
        super.close();
        admission.closed(this);
    }
}

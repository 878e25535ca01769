package org.jmpi.transport.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a rank exports to its peers. */
interface CommunicationLayer extends Remote {
    /**
     * Puts frames into the rank's matching and wakes who waits for them.
     *
     * @param batch drawn in {@link BatchLayout}
     * @throws RemoteException if the rank takes no frame of the sender's any more
     */
    void put(byte[] batch) throws RemoteException;
}

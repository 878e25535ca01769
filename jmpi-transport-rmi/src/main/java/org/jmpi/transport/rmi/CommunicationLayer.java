package org.jmpi.transport.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The remote object of a rank. Its peers call it to deliver frames. */
interface CommunicationLayer extends Remote {
    /**
     * Delivers frames. Returns when all of them have been handed over.
     *
     * @param from the rank of the caller
     * @param sequence the number of the call, from 0 on for each caller
     * @param frames in the format of {@link BatchLayout}; an array of length 0 only asks whether the rank is alive
     * @throws RemoteException if the rank takes no more frames of the caller
     */
    void put(int from, int sequence, byte[] frames) throws RemoteException;

    /**
     * Announces that the caller departs. It is the caller's last call.
     *
     * @param from the rank of the caller
     * @throws RemoteException if the rank has lost the caller
     */
    void depart(int from) throws RemoteException;
}

package org.jmpi.transport.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * What a rank exports to its peers: one operation, which puts frames into the rank's matching and wakes who waits for them. A
 * short batch travels as numbers, because the class of an array takes longer to write and to read than they do.
 */
interface CommunicationLayer extends Remote {
    /**
     * Takes a batch of any length.
     *
     * @param batch drawn in {@link BatchLayout}
     * @throws RemoteException if the rank takes no frame of the sender's any more
     */
    void put(byte[] batch) throws RemoteException;

    /**
     * Takes a batch of at most 32 bytes.
     *
     * @param length of the batch, in bytes; it is the end of the words, each of which begins by its highest byte
     * @throws RemoteException if the rank takes no frame of the sender's any more
     */
    void put(byte length, long word0, long word1, long word2, long word3) throws RemoteException;

    /**
     * Takes a batch of at most 64 bytes.
     *
     * @param length of the batch, in bytes; it is the end of the words, each of which begins by its highest byte
     * @throws RemoteException if the rank takes no frame of the sender's any more
     */
    void put(
            byte length, long word0, long word1, long word2, long word3, long word4, long word5, long word6, long word7)
            throws RemoteException;
}

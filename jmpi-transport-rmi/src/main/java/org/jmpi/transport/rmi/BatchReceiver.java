package org.jmpi.transport.rmi;

import java.nio.ByteBuffer;
import java.rmi.RemoteException;

/** Where calls arrive: of whatever kind they are, each brings a batch. */
abstract class BatchReceiver implements CommunicationLayer {
    /**
     * Takes a batch.
     *
     * @param batch drawn in {@link BatchLayout}; may be kept
     * @throws RemoteException as {@link CommunicationLayer#put(byte[])} does
     */
    abstract void take(ByteBuffer batch) throws RemoteException;

    @Override
    public final void put(byte[] batch) throws RemoteException {
        take(BatchLayout.wrap(batch));
    }

    @Override
    public final void put(byte length, long word0, long word1, long word2, long word3) throws RemoteException {
        take(BatchLayout.ofWords(length, word0, word1, word2, word3));
    }

    @Override
    public final void put(
            byte length, long word0, long word1, long word2, long word3, long word4, long word5, long word6, long word7)
            throws RemoteException {
        take(BatchLayout.ofWords(length, word0, word1, word2, word3, word4, word5, word6, word7));
    }
}

package org.jmpi.comm.trust;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Reads from a socket that blocks, all of it by one deadline. */
final class TimedReads {
    private static final int LONGEST_READ_MS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final long deadline;

    /**
     * @param socket connected; its read time-out is another one afterwards
     * @param in reads from the socket, and no further than is asked for
     * @param nanos the longest time from now on, in ns
     */
    TimedReads(Socket socket, InputStream in, long nanos) {
        this.socket = socket;
        this.in = in;
        this.deadline = System.nanoTime() + nanos;
    }

    // A time-out per read would let a peer that sends a byte now and then hold the connection for minutes.
    byte[] read(int bytes) throws IOException {
        byte[] buffer = new byte[bytes];
        int got = 0;
        while (got < bytes) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) throw new SocketTimeoutException("it did not answer in time");
            socket.setSoTimeout((int) Math.min(millis, LONGEST_READ_MS));
            int count = in.read(buffer, got, bytes - got);
            if (count < 0) throw new EOFException("it hung up");
            got += count;
        }
        return buffer;
    }
}

package org.jmpi.comm.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A relay that breaks the first connections in different ways, as an acceptor does that drops them among a crowd, and
 * passes on the others.
 */
public final class FlakyRelay extends ByteRelay {
    /** How many connections are broken. */
    public static final int BROKEN = 5;

    private static final int FIRST_BYTES = 16;

    public FlakyRelay(InetSocketAddress target) throws IOException {
        super(target, ALL);
    }

    @Override
    void begin(ServerSocket listener) throws IOException {
        for (int i = 0; i < BROKEN; i++) breakOne(listener, i);
    }

    private static void breakOne(ServerSocket listener, int manner) throws IOException {
        try (Socket socket = listener.accept()) {
            if (manner == 0) return; // an end of the stream, or a reset, as the greeting is not read
            socket.getInputStream().readNBytes(FIRST_BYTES);
            if (manner == 1) socket.setSoLinger(true, 0); // a reset
            if (manner == 2) socket.shutdownOutput();
            if (manner == 3) socket.getOutputStream().write(0); // a part of an answer
            // The answer of the target, of which the last byte is missing.
            if (manner == 4) socket.getOutputStream().write(new byte[FIRST_BYTES - 1]);
        }
    }
}

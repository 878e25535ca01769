package org.jmpi.transport.rmi;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;

/** A connection for remote calls, with larger buffers than RMI's own. */
class CallSocket extends Socket {
    static final int BUFFER_BYTES = 64 << 10;

    private final boolean brief;
    private InputStream in;
    private OutputStream out;

    /**
     * @param brief whether what repeats itself is sent once, by {@link UnitOutput}
     */
    CallSocket(boolean brief) {
        this.brief = brief;
    }

    /** {@return the bytes as they come, without any buffer} */
    final InputStream bareInput() throws IOException {
        return super.getInputStream();
    }

    /** {@return the way out without any buffer} */
    final OutputStream bareOutput() throws IOException {
        return super.getOutputStream();
    }

    /**
     * Called before the first byte is read.
     *
     * @throws IOException if none is to be read
     */
    void beforeFirstByte() throws IOException {}

    @Override
    public synchronized InputStream getInputStream() throws IOException {
        if (in == null) {
            InputStream bare = new Input(bareInput());
            in = brief ? new UnitInput(bare, BUFFER_BYTES) : new BufferedInputStream(bare, BUFFER_BYTES);
        }
        return in;
    }

    @Override
    public synchronized OutputStream getOutputStream() throws IOException {
        if (out == null)
            out = brief
                    ? new UnitOutput(bareOutput(), BUFFER_BYTES)
                    : new BufferedOutputStream(bareOutput(), BUFFER_BYTES);
        return out;
    }

    /** Closes, whoever uses it. */
    final void hangUp() {
        try {
            close();
        } catch (IOException e) {
            throw new UncheckedIOException("a connection did not close", e);
        }
    }

    private final class Input extends InputStream {
        private final InputStream bare;
        private boolean begun;

        Input(InputStream bare) {
            this.bare = bare;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (!begun) {
                beforeFirstByte();
                begun = true;
            }
            return bare.read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return begun ? bare.available() : 0;
        }
    }
}

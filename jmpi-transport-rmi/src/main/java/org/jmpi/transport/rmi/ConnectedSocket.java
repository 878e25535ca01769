package org.jmpi.transport.rmi;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * A connection that this rank has made. Before RMI makes a call on a connection that it has used before, it asks the other
 * side whether it is still there, and waits for the answer: a round trip more for each message. This side answers by itself;
 * a peer that is not there fails the call.
 */
final class ConnectedSocket extends CallSocket {
    /** What RMI writes, alone, to ask; a call begins by another byte. See the RMI specification, section 10.2. */
    private static final byte PING = 0x52;

    private static final int PING_ANSWER = 0x53;

    private final Consumer<ConnectedSocket> onClose;
    private InputStream in;
    private OutputStream out;
    private boolean asked;

    ConnectedSocket(Patience patience, boolean brief, Consumer<ConnectedSocket> onClose) {
        super(patience, brief);
        this.onClose = onClose;
    }

    @Override
    public synchronized InputStream getInputStream() throws IOException {
        if (in == null) in = new Answers(super.getInputStream());
        return in;
    }

    @Override
    public synchronized OutputStream getOutputStream() throws IOException {
        if (out == null) out = new Questions(super.getOutputStream());
        return out;
    }

    @Override
    public void close() throws IOException {
        super.close();
        onClose.accept(this);
    }

    private final class Questions extends FilterOutputStream {
        private boolean begun;

        Questions(OutputStream asking) {
            super(asking);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (!begun && length == 1 && bytes[offset] == PING && !isClosed()) {
                asked = true;
                return;
            }
            begun = true;
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            begun = false;
            out.flush();
        }
    }

    private final class Answers extends FilterInputStream {
        Answers(InputStream answered) {
            super(answered);
        }

        @Override
        public int read() throws IOException {
            if (!asked) return super.read();
            asked = false;
            return PING_ANSWER;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (!asked) return super.read(bytes, offset, length);
            asked = false;
            bytes[offset] = PING_ANSWER;
            return 1;
        }
    }
}

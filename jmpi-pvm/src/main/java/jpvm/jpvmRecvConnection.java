package jpvm;

import java.io.DataInputStream;
import java.io.InputStream;

/** A stream of the program's own, from which messages are read. */
public class jpvmRecvConnection {
    /** Has the messages. */
    public final DataInputStream strm;

    /**
     * Makes a connection of a stream.
     *
     * @param in has the messages
     */
    public jpvmRecvConnection(InputStream in) {
        strm = new DataInputStream(in);
    }
}

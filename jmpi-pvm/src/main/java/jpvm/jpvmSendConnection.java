package jpvm;

import java.io.DataOutputStream;
import java.io.OutputStream;

/** A stream of the program's own, to which messages are written. */
public class jpvmSendConnection {
    /** Takes the messages. */
    public final DataOutputStream strm;

    /**
     * Makes a connection of a stream.
     *
     * @param out takes the messages
     */
    public jpvmSendConnection(OutputStream out) {
        strm = new DataOutputStream(out);
    }
}

package org.jmpi.comm.observe;

import java.util.Map;

/** The name of a call of MPI. */
final class CallName {
    private static final Map<String, String> NONBLOCKING =
            Map.of("Send", "Isend", "Bsend", "Ibsend", "Ssend", "Issend", "Rsend", "Irsend", "Recv", "Irecv");

    private CallName() {}

    /**
     * Returns the name of a call.
     *
     * @param call the blocking call that does the same
     * @param blocking whether it is this call itself
     */
    static String of(String call, boolean blocking) {
        return blocking ? call : NONBLOCKING.getOrDefault(call, call);
    }
}

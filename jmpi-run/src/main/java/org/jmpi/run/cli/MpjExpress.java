package org.jmpi.run.cli;

import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;

/** What MPJ Express's mpjrun calls otherwise, or has and jmpirun has not. */
final class MpjExpress {
    private static final String PORTS = "--port sets the only port that jmpirun opens";

    private MpjExpress() {}

    static void take(OptionRows rows, Options job) {
        job.device = rows.text("-dev", null);
        rows.noEffect(PORTS, "--mpjport --dport --sport --mxboardnum --headnodeip");
        rows.noEffect("the setting jmpi.eager.limit does that: -Djmpi.eager.limit=BYTES", "--psl");
    }

    /** Returns whether the device is one JVM for each host. */
    static boolean isHybrid(String device) {
        return "hybdev".equals(device);
    }

    /** Returns the transport that a device stands for; null if there is none. */
    static String transport(String device) {
        if (device == null) return null;
        return switch (device) {
            case "multicore", "smpdev", "hybdev" -> Installation.THREADS;
            case "niodev" -> "socket";
            case "native" -> Installation.AUTO;
            default ->
                throw new BadInputException("-dev " + device + ": jmpirun has --transport instead; it takes"
                        + " multicore, hybdev (--transport threads), niodev (socket) and native (auto)");
        };
    }
}

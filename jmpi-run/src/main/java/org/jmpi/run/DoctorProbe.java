package org.jmpi.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.LocalAddresses;

/**
 * Looks at another host on behalf of {@code jmpirun doctor}, which starts it there as it starts an agent.
 *
 * <pre>
 * doctor                                       probe
 *   |  starts it, with addresses of the doctor   |
 *   | &lt;---- a line for each thing that it sees -- |  connects to the addresses
 *   |  connects to the addresses of the probe    |
 *   | -- end of standard input ----------------&gt; |  ends
 * </pre>
 *
 * <p>A connection carries nothing.
 */
public final class DoctorProbe {
    /** The beginning of each line: a login shell may print others. */
    static final String SIGN = "JMPI-DOCTOR-1 ";

    static final String JAVA = "java ";
    static final String MILLIS = "millis ";
    static final String REACHED = "reached ";
    static final String LISTENS = "listens ";
    static final String END = "end";

    private static final int CONNECT_MILLIS = 3000;

    /** How long a probe lives at most: the doctor may have been killed. */
    private static final long LIFE_SECONDS = 30;

    private DoctorProbe() {}

    /**
     * Runs the probe.
     *
     * @param args the addresses of the doctor, each as {@code address port}
     * @throws IOException if standard input or output fails
     */
    public static void main(String[] args) throws IOException {
        new DaemonThread(DoctorProbe::endLate, "jmpi-doctor-end").start();
        JmpiConfig config = JmpiConfig.load();
        try (ServerSocket listening = config.ports().bind(0, ServerSocket::new)) {
            say(JAVA + System.getProperty("java.version"));
            say(MILLIS + System.currentTimeMillis());
            for (InetAddress address : usable(config.iface()))
                say(LISTENS + address.getHostAddress() + " " + listening.getLocalPort());
            for (int i = 0; i + 1 < args.length; i += 2)
                if (connects(args[i], Integer.parseInt(args[i + 1]))) say(REACHED + args[i]);
            say(END);
            while (System.in.read() >= 0)
                ;
        }
    }

    private static List<InetAddress> usable(String iface) {
        try {
            LocalAddresses own = LocalAddresses.ofHost();
            return iface == null ? own.usable() : own.chosen(iface);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns whether a connection to an address succeeds. */
    static boolean connects(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(address), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void say(String line) {
        System.out.println(SIGN + line);
        System.out.flush();
    }

    private static void endLate() {
        try {
            TimeUnit.SECONDS.sleep(LIFE_SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
        Runtime.getRuntime().halt(1);
    }
}

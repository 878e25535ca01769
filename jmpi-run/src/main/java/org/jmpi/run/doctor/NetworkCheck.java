package org.jmpi.run.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;
import org.jmpi.comm.transport.LocalAddresses;
import org.jmpi.run.system.ThisHost;

/** Checks the loopback device, the names and the interfaces of this host. */
final class NetworkCheck {
    private static final String LOOPBACK = "loopback";
    private static final String NAMES = "names";
    private static final String INTERFACES = "interfaces";
    private static final long SLOW_NANOS = 1_000_000_000L;

    private NetworkCheck() {}

    /** @param iface the interfaces that the user has chosen; null for all */
    static void run(DoctorFindings findings, String iface) {
        checkLoopback(findings);
        checkNames(findings);
        String chosen = iface == null ? System.getenv("JMPI_IFACE") : iface;
        try {
            LocalAddresses own = LocalAddresses.ofHost();
            List<InetAddress> usable = chosen == null ? own.usable() : own.chosen(chosen);
            findings.ok(
                    INTERFACES,
                    "other hosts reach ranks here at "
                            + usable.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", ")));
        } catch (IOException e) {
            findings.bad(INTERFACES, e.getMessage());
        }
    }

    private static void checkLoopback(DoctorFindings findings) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket listening = new ServerSocket(0, 1, loopback);
                Socket socket = new Socket(loopback, listening.getLocalPort())) {
            findings.ok(LOOPBACK, "connections to " + socket.getInetAddress().getHostAddress() + " work");
        } catch (IOException e) {
            findings.bad(
                    LOOPBACK,
                    "ranks cannot connect to jmpirun by " + loopback.getHostAddress() + ": " + e.getMessage()
                            + (isUp() ? ": does a firewall drop the connection?" : ": run 'ip link set lo up'"));
        }
    }

    private static boolean isUp() {
        try {
            return NetworkInterface.networkInterfaces().anyMatch(NetworkCheck::isLoopbackUp);
        } catch (SocketException e) {
            return false;
        }
    }

    private static boolean isLoopbackUp(NetworkInterface each) {
        try {
            return each.isLoopback() && each.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    private static void checkNames(DoctorFindings findings) {
        String name = ThisHost.name();
        checkName(findings, ThisHost.LOCALHOST, "127.0.0.1");
        checkName(findings, name, "127.0.1.1");
    }

    private static void checkName(DoctorFindings findings, String name, String address) {
        long start = System.nanoTime();
        try {
            InetAddress found = InetAddress.getByName(name);
            long nanos = System.nanoTime() - start;
            if (name.equals(ThisHost.LOCALHOST) && !found.isLoopbackAddress())
                findings.bad(
                        NAMES,
                        "localhost is " + found.getHostAddress() + ", not this host: add the line '" + address
                                + " localhost' to /etc/hosts");
            else if (nanos > SLOW_NANOS)
                findings.note(
                        NAMES,
                        "to look " + name + " up takes " + nanos / SLOW_NANOS + " s: add the line '" + address + " "
                                + name + "' to /etc/hosts, or see to the name server");
            else findings.ok(NAMES, name + " is " + found.getHostAddress());
        } catch (UnknownHostException e) {
            findings.note(
                    NAMES,
                    name + " cannot be looked up, which RMI and many programs do: add the line '" + address + " " + name
                            + "' to /etc/hosts");
        }
    }
}

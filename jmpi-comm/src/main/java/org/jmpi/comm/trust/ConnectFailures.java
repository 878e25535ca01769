package org.jmpi.comm.trust;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The failures of the addresses of one peer: the last one of each. */
public final class ConnectFailures {
    private final Map<InetSocketAddress, String> reasons = new LinkedHashMap<>();
    private IOException last;

    /** Whether the network has failed, and not the other side. */
    private boolean isNetwork;

    private final String otherRemedy;

    /** Begins without a failure. */
    public ConnectFailures() {
        this("");
    }

    /**
     * Begins without a failure.
     *
     * @param otherRemedy what follows the remedies for a failure of the network, such as {@code , or do without}
     */
    public ConnectFailures(String otherRemedy) {
        this.otherRemedy = otherRemedy;
    }

    /**
     * Notes a failure in place of the one before at the same address.
     *
     * @param address where the attempt went
     * @param failure of the attempt
     */
    public void add(InetSocketAddress address, IOException failure) {
        reasons.put(address, reason(address, failure));
        last = failure;
        isNetwork |= isOfNetwork(failure) && !address.getAddress().isLoopbackAddress();
    }

    private static boolean isOfNetwork(IOException failure) {
        return failure instanceof SocketException || failure instanceof SocketTimeoutException;
    }

    private static String reason(InetSocketAddress address, IOException failure) {
        boolean isSilent = failure instanceof SocketTimeoutException
                || failure instanceof ConnectException
                        && String.valueOf(failure.getMessage()).contains("timed out");
        if (isSilent) return "no answer";
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        String suffix = ": " + address;
        return message.endsWith(suffix) ? message.substring(0, message.length() - suffix.length()) : message;
    }

    /** {@return the failure that was noted last; null if there is none} */
    public IOException last() {
        return last;
    }

    /** {@return the remedy for what follows the failures in a message; empty if the network has not failed} */
    public String advice() {
        if (!isNetwork) return "";
        return "; let the firewalls of both hosts pass these ports (--ports), or choose other interfaces (--iface)"
                + otherRemedy;
    }

    /** {@return each address with its failure, or the failure alone if there is one address} */
    @Override
    public String toString() {
        if (reasons.size() == 1) return reasons.values().iterator().next();
        return reasons.entrySet().stream()
                .map(each -> text(each.getKey()) + ": " + each.getValue())
                .collect(Collectors.joining("; "));
    }

    private static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }
}

package org.jmpi.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts on which a user wants ranks: each has to be this one.
 *
 * @param slots how many ranks they have room for; 0 if that is not said of any of them
 */
record HostList(int slots) {
    /** A name or an address, an IPv6 one perhaps in brackets, and slots. */
    private static final Pattern HOST =
            Pattern.compile("(?:\\[([^]]+)]|([^:\\s]+)|([0-9a-fA-F:.]+))(?::(\\d{1,6}|\\*))?");

    private static final Pattern SLOTS = Pattern.compile("(?:^|\\s)slots\\s*=\\s*(\\d{1,6})");

    /**
     * Reads a list such as {@code localhost:2,node7:2}.
     *
     * @throws BadInputException if it is malformed or names another host
     */
    static HostList parse(String option, String list) {
        return of(option, List.of(list.split(",")));
    }

    /**
     * Reads a file of one host per line, perhaps with {@code slots=N} or {@code :N} behind it.
     *
     * @throws BadInputException if it cannot be read, is malformed, or names another host
     */
    static HostList read(String option, String file) {
        try {
            List<String> hosts = new ArrayList<>();
            for (String line : Files.readAllLines(Path.of(file))) {
                String text = line.replaceFirst("#.*", "").strip();
                if (text.isEmpty()) continue;
                Matcher slots = SLOTS.matcher(text);
                hosts.add(text.split("\\s+")[0] + (slots.find() ? ":" + slots.group(1) : ""));
            }
            return of(option + " " + file, hosts);
        } catch (IOException | RuntimeException e) {
            if (e instanceof BadInputException) throw (BadInputException) e;
            throw new BadInputException(option + " " + file + ": cannot read the file: " + e, e);
        }
    }

    private static HostList of(String option, List<String> hosts) {
        int sum = 0;
        boolean said = false;
        for (String host : hosts) {
            Matcher matcher = HOST.matcher(host.strip());
            if (!matcher.matches()) throw new BadInputException(option + ": not a host: '" + host.strip() + "'");
            check(option, name(matcher));
            String slots = matcher.group(4);
            boolean number = slots != null && !slots.equals("*");
            said |= number;
            sum += number ? Integer.parseInt(slots) : 1;
        }
        return new HostList(said ? sum : 0);
    }

    private static String name(Matcher matcher) {
        for (int group = 1; group < 3; group++) if (matcher.group(group) != null) return matcher.group(group);
        return matcher.group(3);
    }

    private static void check(String option, String name) {
        if (!isThisHost(name))
            throw new BadInputException(option + ": " + name + " is not this host: jobs run on this host only, "
                    + thisHost() + "; leave the option out, or name localhost");
    }

    private static boolean isThisHost(String name) {
        if (name.equalsIgnoreCase("localhost") || name.equalsIgnoreCase(thisHost())) return true;
        if (name.equalsIgnoreCase(thisHost().replaceFirst("\\..*", ""))) return true;
        try {
            for (InetAddress address : InetAddress.getAllByName(name)) if (isOwn(address)) return true;
        } catch (UnknownHostException | SocketException e) {
            // A name that means nothing here is another host's.
            return false;
        }
        return false;
    }

    private static boolean isOwn(InetAddress address) throws SocketException {
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || NetworkInterface.getByInetAddress(address) != null;
    }

    private static String thisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}

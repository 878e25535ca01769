package org.jmpi.pvm;

import java.util.Locale;

/**
 * The place of a task, by which others know it.
 *
 * @param host the name of its host, in any case
 * @param port at which it listens
 */
public record TaskAddress(String host, int port) {
    @Override
    public boolean equals(Object other) {
        return other instanceof TaskAddress task && port == task.port && host.equalsIgnoreCase(task.host);
    }

    @Override
    public int hashCode() {
        return 31 * host.toLowerCase(Locale.ROOT).hashCode() + port;
    }

    @Override
    public String toString() {
        return host + ", port #" + port;
    }
}

package org.jmpi.comm.config;

import java.io.IOException;
import java.net.BindException;

/**
 * The TCP ports that a rank may listen on.
 *
 * @param lowest the first one; 0 if the host chooses any that is free
 * @param highest the last one
 */
public record PortRange(int lowest, int highest) {
    /** Any port that is free. */
    public static final PortRange ANY = new PortRange(0, 0);

    private static final int HIGHEST = 65_535;

    /** Listens on a port. */
    @FunctionalInterface
    public interface Binder<T> {
        /**
         * Listens.
         *
         * @param port 0 for any that is free
         * @return what listens
         * @throws BindException if the port is in use
         * @throws IOException if nothing can listen there
         */
        T bind(int port) throws IOException;
    }

    /**
     * {@return the range that a text stands for}
     *
     * @param name of the setting, for the message
     * @param text two numbers, such as {@code 20000-20100}, or one; null for any port
     * @throws IllegalArgumentException if it is none
     */
    static PortRange parse(String name, String text) {
        if (text == null) return ANY;
        String[] ends = text.trim().split("-", -1);
        try {
            int lowest = Integer.parseInt(ends[0].trim());
            int highest = Integer.parseInt(ends[ends.length - 1].trim());
            if (ends.length <= 2 && lowest >= 1 && lowest <= highest && highest <= HIGHEST)
                return new PortRange(lowest, highest);
        } catch (NumberFormatException e) {
            throw malformed(name, text);
        }
        throw malformed(name, text);
    }

    private static IllegalArgumentException malformed(String name, String text) {
        return new IllegalArgumentException("setting " + name + " is not LO-HI, two ports from 1 to 65535: " + text);
    }

    /** {@return the number of ports} */
    public int size() {
        return highest - lowest + 1;
    }

    /**
     * Listens on the first port that is free.
     *
     * @param rank whose turn it is: ranks of one host begin at ports that differ
     * @param binder listens
     * @param <T> the class of what listens
     * @return what listens
     * @throws IOException if no port is free
     */
    public <T> T bind(int rank, Binder<T> binder) throws IOException {
        BindException last = null;
        for (int i = 0; i < size(); i++) {
            try {
                return binder.bind(lowest + (rank + i) % size());
            } catch (BindException e) {
                last = e;
            }
        }
        if (lowest == 0) throw last;
        throw new IOException("no port of " + this + " is free (" + last.getMessage()
                + "): each rank of a host takes one;" + " give more by --ports LO-HI (jmpi.ports)");
    }

    @Override
    public String toString() {
        return lowest == highest ? Integer.toString(lowest) : lowest + "-" + highest;
    }
}

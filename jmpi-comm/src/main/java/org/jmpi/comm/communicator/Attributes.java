package org.jmpi.comm.communicator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The numbers cached with a communicator at this rank (MPI-4.1 section 7.7), and those that every communicator has
 * (section 9.1.2).
 */
public final class Attributes {
    /** The key of the largest tag. */
    public static final int TAG_UB = -101;

    /** The key of the host's rank: there is none. */
    public static final int HOST = -102;

    /** The key of a rank that can read and write files: all can. */
    public static final int IO = -103;

    private static final Map<Integer, Integer> PREDEFINED =
            Map.of(TAG_UB, Communicator.TAG_UB, HOST, Communicator.PROC_NULL, IO, Communicator.ANY_SOURCE);

    private final Map<Integer, Integer> own = new ConcurrentHashMap<>();

    Attributes() {}

    /**
     * {@return the value of an attribute; UNDEFINED if there is none}
     *
     * @param key a predefined one, or one given to {@link #put}
     */
    public int get(int key) {
        Integer value = PREDEFINED.get(key);
        return value != null ? value : own.getOrDefault(key, Communicator.UNDEFINED);
    }

    /**
     * Sets an attribute.
     *
     * @param key any number but those of the predefined attributes
     * @param value the attribute's value from now on
     * @throws CommException of class ARG if the key is predefined
     */
    public void put(int key, int value) {
        checkOwn(key);
        own.put(key, value);
    }

    /**
     * Removes an attribute.
     *
     * @param key any number but those of the predefined attributes
     * @throws CommException of class ARG if the key is predefined
     */
    public void remove(int key) {
        checkOwn(key);
        own.remove(key);
    }

    private static void checkOwn(int key) {
        if (PREDEFINED.containsKey(key))
            throw new CommException(ErrorClass.ARG, "attribute is predefined: keyval=" + key);
    }

    void putAll(Attributes of) {
        own.putAll(of.own);
    }
}

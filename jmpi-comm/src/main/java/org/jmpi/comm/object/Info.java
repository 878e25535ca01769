package org.jmpi.comm.object;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** Hints as pairs of key and value, in the order of the first set (MPI-4.1 chapter 10). */
public final class Info {
    /** The most characters of a key. */
    public static final int MAX_KEY = 255;

    /** The most characters of a value. */
    public static final int MAX_VALUE = 65_535;

    private final Map<String, String> values = Collections.synchronizedMap(new LinkedHashMap<>());

    /** Creates an object without hints. */
    public Info() {}

    /**
     * Sets a value.
     *
     * @param key of 1 to {@value #MAX_KEY} characters
     * @param value of at most {@value #MAX_VALUE} characters
     * @throws CommException of class INFO_KEY or INFO_VALUE for one that is null or too long, or a key that is empty
     */
    public void set(String key, String value) {
        checkKey(key);
        if (value == null || value.length() > MAX_VALUE)
            throw new CommException(
                    ErrorClass.INFO_VALUE,
                    value == null
                            ? "value is null: key=" + key
                            : "value is too long: key=" + key + ", characters=" + value.length() + ", at most "
                                    + MAX_VALUE);
        values.put(key, value);
    }

    /**
     * {@return the value of a key; null if it is not set}
     *
     * @param key of 1 to {@value #MAX_KEY} characters
     * @throws CommException of class INFO_KEY for one that is null, empty or too long
     */
    public String get(String key) {
        checkKey(key);
        return values.get(key);
    }

    /**
     * Removes a value.
     *
     * @param key of 1 to {@value #MAX_KEY} characters
     * @throws CommException of class INFO_KEY for one that is null, empty or too long; INFO_NOKEY if it is not set
     */
    public void delete(String key) {
        checkKey(key);
        if (values.remove(key) == null) throw new CommException(ErrorClass.INFO_NOKEY, "key is not set: key=" + key);
    }

    /**
     * Takes over the values "true" and "false" of some keys.
     *
     * @param hints other keys and other values of them are ignored
     * @param keys which ones
     */
    public void setFlags(Info hints, List<String> keys) {
        for (String key : keys) {
            String value = hints.get(key);
            if ("true".equals(value) || "false".equals(value)) set(key, value);
        }
    }

    private static void checkKey(String key) {
        if (key == null || key.isEmpty() || key.length() > MAX_KEY)
            throw new CommException(
                    ErrorClass.INFO_KEY,
                    key == null ? "key is null" : "key out of range: characters=" + key.length() + ", 1 to " + MAX_KEY);
    }

    /** {@return the keys that are set} */
    public List<String> keys() {
        synchronized (values) {
            return new ArrayList<>(values.keySet());
        }
    }

    /** {@return a copy, with the same keys in the same order} */
    public Info copy() {
        Info copy = new Info();
        synchronized (values) {
            copy.values.putAll(values);
        }
        return copy;
    }
}

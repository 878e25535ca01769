package org.jmpi.comm.control;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that a process publishes, in the order in which it has put them.
 *
 * <pre>
 * | values (4) | key (text) | value (block) | key (text) | value (block) | ...
 * </pre>
 */
public final class KeyValues {
    private static final int LEAST_BYTES = 4 + 4;

    private final Map<String, byte[]> values = new LinkedHashMap<>();

    /** Has no value yet. */
    public KeyValues() {}

    /**
     * Adds a value, or replaces it.
     *
     * @param key names it
     * @param value is not copied
     * @return this
     */
    public KeyValues put(String key, byte[] value) {
        values.put(key, value);
        return this;
    }

    /**
     * Adds all values of another process, or of an earlier time.
     *
     * @param others replace those of the same keys
     */
    public void putAll(KeyValues others) {
        values.putAll(others.values);
    }

    /**
     * {@return the value of a key; null if there is none}
     *
     * @param key names it
     */
    public byte[] get(String key) {
        return values.get(key);
    }

    /** {@return the keys in their order} */
    public Iterable<String> keys() {
        return values.keySet();
    }

    void write(ControlWriter out) {
        out.writeInt(values.size());
        for (Map.Entry<String, byte[]> each : values.entrySet())
            out.writeText(each.getKey()).writeBlock(each.getValue());
    }

    static KeyValues read(ControlReader in) throws IOException {
        KeyValues read = new KeyValues();
        for (int left = in.readCount("values", LEAST_BYTES); left > 0; left--) read.put(in.readText(), in.readBlock());
        return read;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyValues && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** {@return the keys with their bytes} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) ->
                text.append(key).append('=').append(Arrays.toString(value)).append(' '));
        return text.toString().strip();
    }
}

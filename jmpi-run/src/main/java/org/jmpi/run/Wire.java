package org.jmpi.run;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.bootstrap.ControlText;

/** The encoding of values in {@link AgentMessage}s: a count or a length (4), then the items or bytes. */
final class Wire {
    private Wire() {}

    /** Reads one item. */
    @FunctionalInterface
    interface Reading<T> {
        T read(DataInputStream in) throws IOException;
    }

    static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(ControlText.count(in, "bytes", 1));
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String readText(DataInputStream in) throws IOException {
        return ControlText.read(in);
    }

    static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) writeText(out, text);
    }

    static List<String> readTexts(DataInputStream in) throws IOException {
        int count = ControlText.count(in, "texts", Integer.BYTES);
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) texts.add(readText(in));
        return texts;
    }

    static void writeInts(DataOutputStream out, List<Integer> numbers) throws IOException {
        out.writeInt(numbers.size());
        for (int number : numbers) out.writeInt(number);
    }

    static List<Integer> readInts(DataInputStream in) throws IOException {
        int count = ControlText.count(in, "numbers", Integer.BYTES);
        List<Integer> numbers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) numbers.add(in.readInt());
        return numbers;
    }

    static void writeTextMap(DataOutputStream out, Map<String, String> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, String> each : map.entrySet()) {
            writeText(out, each.getKey());
            writeText(out, each.getValue());
        }
    }

    static Map<String, String> readTextMap(DataInputStream in) throws IOException {
        return readMap(in, Wire::readText, Wire::readText);
    }

    static <K, V> Map<K, V> readMap(DataInputStream in, Reading<K> key, Reading<V> value) throws IOException {
        int count = ControlText.count(in, "entries", 2 * Integer.BYTES);
        Map<K, V> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) map.put(key.read(in), value.read(in));
        return map;
    }
}

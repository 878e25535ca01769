package org.jmpi.bench.driver;

import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts and numbers as JSON. */
final class Json {
    private static final String STEP = "  ";

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** Returns the text; maps whose values are all plain are one line. */
    static String of(Object value) {
        Json json = new Json();
        json.add(value, "\n");
        return json.text.append('\n').toString();
    }

    private void add(Object value, String newLine) {
        if (value instanceof Map<?, ?> map) addMap(map, newLine);
        else if (value instanceof List<?> list) addList(list, newLine);
        else if (value instanceof Number number) addNumber(number);
        else quote(String.valueOf(value));
    }

    private void addMap(Map<?, ?> map, String newLine) {
        boolean plain = map.values().stream().noneMatch(value -> value instanceof Map || value instanceof List);
        String separator = plain ? "" : newLine + STEP;
        text.append('{');
        map.forEach((key, value) -> {
            text.append(separator);
            quote(String.valueOf(key));
            text.append(": ");
            add(value, newLine + STEP);
            text.append(plain ? ", " : ",");
        });
        end(map.isEmpty(), plain ? 2 : 1, plain ? "" : newLine, '}');
    }

    private void addList(List<?> list, String newLine) {
        text.append('[');
        for (Object value : list) {
            text.append(newLine).append(STEP);
            add(value, newLine + STEP);
            text.append(',');
        }
        end(list.isEmpty(), 1, newLine, ']');
    }

    private void end(boolean empty, int separator, String newLine, char bracket) {
        if (!empty) {
            text.setLength(text.length() - separator);
            text.append(newLine);
        }
        text.append(bracket);
    }

    /** JSON knows neither infinity nor NaN. */
    private void addNumber(Number number) {
        text.append(Double.isFinite(number.doubleValue()) ? number.toString() : "null");
    }

    private void quote(String value) {
        text.append('"');
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') text.append('\\').append(c);
            else if (c < ' ') text.append(String.format("\\u%04x", (int) c));
            else text.append(c);
        }
        text.append('"');
    }
}

package org.jmpi.report;

import java.io.IOException;

/** Writes one object of JSON. */
final class Json {
    private final Appendable out;
    private char before = '{';

    Json(Appendable out) {
        this.out = out;
    }

    Json text(String name, String value) throws IOException {
        return raw(name, text(value));
    }

    /** @param value JSON */
    Json raw(String name, String value) throws IOException {
        out.append(before).append(text(name)).append(':').append(value);
        before = ',';
        return this;
    }

    void close() throws IOException {
        if (before == '{') out.append(before);
        out.append('}');
    }

    /** Returns a string of JSON that may also stand in a script of a page: it has no {@code <}. */
    static String text(String value) {
        StringBuilder text = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            if (letter == '"' || letter == '\\') text.append('\\').append(letter);
            else if (letter < ' ' || letter == '<' || letter == '\u2028' || letter == '\u2029')
                text.append(String.format("\\u%04x", (int) letter));
            else text.append(letter);
        }
        return text.append('"').toString();
    }
}

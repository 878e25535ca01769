package org.jmpi.run.system;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A text file: the user's in UTF-8, with or without a byte order mark, or in Latin-1; the system's in Latin-1. */
public final class TextFile {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private TextFile() {}

    /**
     * Returns the lines of a file. A file that is no UTF-8 is read as Latin-1.
     *
     * @throws IOException if it cannot be read, or is in UTF-16
     */
    public static List<String> lines(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (isUtf16(bytes)) throw new IOException("line 1 begins with the mark of UTF-16: save the file in UTF-8");
        String text = text(bytes);
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) text = text.substring(1);
        return text.lines().toList();
    }

    /**
     * Returns the lines of a file of the system; none if there is no such file: not every system has them, and a
     * process may just have ended.
     */
    public static List<String> ofSystem(Path file) {
        if (!Files.isReadable(file)) return List.of();
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isUtf16(byte[] bytes) {
        if (bytes.length < 2) return false;
        int first = (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
        return first == 0xFEFF || first == 0xFFFE;
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (MalformedInputException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}

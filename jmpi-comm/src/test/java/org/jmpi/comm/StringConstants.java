package org.jmpi.comm;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the strings of a class file's constant pool that the class uses as values (JVMS section 4.4). */
public final class StringConstants {
    private static final int HEADER_BYTES = 8;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int STRING = 8;

    private StringConstants() {}

    /** Returns the strings of a class. */
    public static List<String> of(JavaClass type) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(
                type.getSource().orElseThrow().getUri().toURL().openStream()))) {
            in.skipNBytes(HEADER_BYTES);
            return read(in);
        }
    }

    private static List<String> read(DataInputStream in) throws IOException {
        String[] texts = new String[in.readUnsignedShort()];
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < texts.length; i++) {
            int tag = in.readUnsignedByte();
            if (tag == UTF8) texts[i] = in.readUTF();
            else if (tag == STRING) strings.add(in.readUnsignedShort());
            else in.skipNBytes(bytes(tag));
            if (tag == LONG || tag == DOUBLE) i++; // takes two entries
        }
        return strings.stream().map(index -> texts[index]).toList();
    }

    /** Returns the length of an entry after its tag. */
    private static int bytes(int tag) {
        return switch (tag) {
            case 7, 16, 19, 20 -> 2; // class, method type, module, package
            case 15 -> 3; // method handle
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4; // int, float, members, name and type, dynamic
            case LONG, DOUBLE -> 8;
            default -> throw new IllegalArgumentException("no tag of a constant: " + tag);
        };
    }
}

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes each method {@code NAME$bridge} of the classes in a folder a public method {@code NAME}, as javac would for a
 * bridge, and each field {@code NAME$bridge} a public field {@code NAME}.
 *
 * <p>Compiled programs find a method by its name, its parameters and its result, so a class may have two that differ in
 * the result alone; and a field by its name and its type. The Java language does not allow it. The new member is
 * synthetic: compilers and Javadoc do not see it.
 */
final class Bridges {
    private static final String SUFFIX = "$bridge";
    private static final int VISIBILITY = 0x7;
    private static final int PUBLIC_SYNTHETIC = 0x1 | 0x1000;
    private static final int PUBLIC_SYNTHETIC_BRIDGE = PUBLIC_SYNTHETIC | 0x40;

    private final ByteBuffer in;
    private final ByteBuffer out;
    private final Set<Integer> renamed = new HashSet<>();

    private Bridges(byte[] classFile) {
        in = ByteBuffer.wrap(classFile);
        out = ByteBuffer.allocate(classFile.length);
    }

    public static void main(String[] args) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(Bridges::addTo);
        }
    }

    private static void addTo(Path file) {
        try {
            byte[] before = Files.readAllBytes(file);
            if (!new String(before, StandardCharsets.ISO_8859_1).contains(SUFFIX)) return;
            Bridges bridges = new Bridges(before);
            Files.write(file, bridges.copyClass());
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** Follows the class file format, JVMS section 4.1. */
    private byte[] copyClass() {
        copy(8);
        copyConstants();
        copy(6);
        copy(2 * copyShort());
        copyMembers(PUBLIC_SYNTHETIC);
        copyMembers(PUBLIC_SYNTHETIC_BRIDGE);
        copy(in.remaining());
        return Arrays.copyOf(out.array(), out.position());
    }

    private void copyConstants() {
        int count = copyShort();
        for (int index = 1; index < count; index++) {
            int tag = copyByte();
            switch (tag) {
                case 1 -> copyText(index);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> copy(4);
                case 5, 6 -> {
                    copy(8);
                    index++;
                }
                case 7, 8, 16, 19, 20 -> copy(2);
                case 15 -> copy(3);
                default -> throw new IllegalArgumentException("unknown constant: tag=" + tag);
            }
        }
    }

    private void copyText(int index) {
        byte[] text = new byte[in.getShort() & 0xFFFF];
        in.get(text);
        int length = text.length;
        if (new String(text, StandardCharsets.UTF_8).endsWith(SUFFIX)) {
            renamed.add(index);
            length -= SUFFIX.length();
        }
        out.putShort((short) length).put(text, 0, length);
    }

    private void copyMembers(int flagsOfBridges) {
        int count = copyShort();
        for (int i = 0; i < count; i++) {
            int flags = in.getShort();
            boolean isBridge = renamed.contains(in.getShort(in.position()) & 0xFFFF);
            out.putShort((short) (isBridge ? flags & ~VISIBILITY | flagsOfBridges : flags));
            copy(4);
            int attributes = copyShort();
            for (int j = 0; j < attributes; j++) {
                copy(2);
                int length = in.getInt();
                out.putInt(length);
                copy(length);
            }
        }
    }

    private int copyByte() {
        byte value = in.get();
        out.put(value);
        return value;
    }

    private int copyShort() {
        short value = in.getShort();
        out.putShort(value);
        return value & 0xFFFF;
    }

    private void copy(int bytes) {
        byte[] block = new byte[bytes];
        in.get(block);
        out.put(block);
    }
}

package org.jmpi.run.threads;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Has a class that sets a standard stream or ends the JVM refer to {@link RankSystem} (JVMS section 4). Others stay as
 * they are in their files, which tools that measure coverage know them by.
 *
 * <p>References to static members of {@code System} change their class in the constant pool. Calls of
 * {@code Runtime.exit} and {@code Runtime.halt} become static calls, which take the runtime as an argument: the
 * instruction has the same length and the same effect on the stack.
 */
public final class ClassRewriter {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String STAND_IN = RankSystem.class.getName().replace('.', '/');
    private static final String OF_RUNTIME = "(L" + RUNTIME + ";I)V";

    private static final Set<String> STREAMS =
            Set.of("out Ljava/io/PrintStream;", "err Ljava/io/PrintStream;", "in Ljava/io/InputStream;");

    private static final Set<String> CHANGES = Set.of(
            "setOut (Ljava/io/PrintStream;)V",
            "setErr (Ljava/io/PrintStream;)V",
            "setIn (Ljava/io/InputStream;)V",
            "exit (I)V");

    private static final Set<String> ENDS = Set.of("exit (I)V", "halt (I)V");

    // Tags of the constant pool (JVMS table 4.4-A).
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    // Kinds of method handles (JVMS table 5.4.3.5-A) and instructions.
    private static final int REF_INVOKE_VIRTUAL = 5;
    private static final int REF_INVOKE_STATIC = 6;
    private static final int INVOKE_VIRTUAL = 0xb6;
    private static final int INVOKE_STATIC = 0xb8;

    private static final int POOL = 8;
    private static final int LARGEST_POOL = 0xffff;

    private final byte[] bytes;
    private final ByteBuffer file;

    /** The offset of each entry of the constant pool, by its index. */
    private final int[] entries;

    private final int poolEnd;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(added);
    private int count;
    private int standIn;

    /** The static methods that take the place of those of Runtime, by index. */
    private final Map<Integer, Integer> ends = new HashMap<>();

    private ClassRewriter(byte[] bytes) {
        this.bytes = bytes;
        file = ByteBuffer.wrap(bytes);
        count = u2(POOL);
        entries = new int[count];
        poolEnd = index();
    }

    /**
     * Returns a class that sets the rank's streams and ends the rank.
     *
     * @param bytes a class file
     * @return null if the class does nothing of the kind, or the bytes are no class file that this JVM can read
     */
    public static byte[] rewrite(byte[] bytes) {
        try {
            ClassRewriter rewriter = new ClassRewriter(bytes.clone());
            return rewriter.redirect() ? rewriter.result() : null;
        } catch (IndexOutOfBoundsException e) {
            // The JVM says what is wrong with it.
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to memory", e);
        }
    }

    /** Finds the entries of the constant pool, and returns where it ends. */
    private int index() {
        int at = POOL + 2;
        for (int i = 1; i < count; i++) {
            entries[i] = at;
            int tag = u1(at);
            at += length(tag, at);
            if (tag == LONG || tag == DOUBLE) i++;
        }
        return at;
    }

    private int length(int tag, int at) {
        return switch (tag) {
            case UTF8 -> 3 + u2(at + 1);
            case LONG, DOUBLE -> 9;
            case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> 3;
            case METHOD_HANDLE -> 4;
            default -> 5;
        };
    }

    /** Returns whether anything was redirected. */
    private boolean redirect() throws IOException {
        if (!changesJvm()) return false;
        int given = count;
        for (int i = 1; i < given; i++) if (entries[i] != 0) redirect(i);
        if (!ends.isEmpty()) {
            for (int i = 1; i < given; i++) if (entries[i] != 0) redirectHandle(entries[i]);
            redirectCalls();
        }
        return count > given && count <= LARGEST_POOL;
    }

    /** Returns whether the class sets a stream of the JVM, or ends the JVM. */
    private boolean changesJvm() {
        for (int i = 1; i < count; i++) {
            if (entries[i] == 0) continue;
            String owner = owner(i);
            if (owner.equals(SYSTEM) && CHANGES.contains(member(i))) return true;
            if (owner.equals(RUNTIME) && ENDS.contains(member(i))) return true;
        }
        return false;
    }

    /** Returns the class of the field or method that an entry refers to; nothing if it does not refer to one. */
    private String owner(int index) {
        int at = entries[index];
        int tag = u1(at);
        return tag == FIELD || tag == METHOD ? utf8(u2(entries[u2(at + 1)] + 1)) : "";
    }

    private String member(int index) {
        int nameAndType = entries[u2(entries[index] + 3)];
        return utf8(u2(nameAndType + 1)) + " " + utf8(u2(nameAndType + 3));
    }

    private void redirect(int index) throws IOException {
        String owner = owner(index);
        if (!owner.equals(SYSTEM) && !owner.equals(RUNTIME)) return;
        String member = member(index);
        int at = entries[index];
        if (owner.equals(SYSTEM) && (STREAMS.contains(member) || CHANGES.contains(member)))
            file.putShort(at + 1, (short) standIn());
        else if (owner.equals(RUNTIME) && ENDS.contains(member)) ends.put(index, endOf(u2(entries[u2(at + 3)] + 1)));
    }

    private int standIn() throws IOException {
        if (standIn != 0) return standIn;
        int name = addUtf8(STAND_IN);
        standIn = add(CLASS, name);
        return standIn;
    }

    /** Adds the static method of a name that takes the place of one of Runtime. */
    private int endOf(int name) throws IOException {
        int owner = standIn();
        int nameAndType = add(NAME_AND_TYPE, name, addUtf8(OF_RUNTIME));
        return add(METHOD, owner, nameAndType);
    }

    private int addUtf8(String text) throws IOException {
        out.writeByte(UTF8);
        out.writeUTF(text);
        return count++;
    }

    private int add(int tag, int... indices) throws IOException {
        out.writeByte(tag);
        for (int index : indices) out.writeShort(index);
        return count++;
    }

    private void redirectHandle(int at) {
        if (u1(at) != METHOD_HANDLE || u1(at + 1) != REF_INVOKE_VIRTUAL) return;
        Integer end = ends.get(u2(at + 2));
        if (end == null) return;
        bytes[at + 1] = REF_INVOKE_STATIC;
        file.putShort(at + 2, end.shortValue());
    }

    private void redirectCalls() {
        int at = poolEnd + 6;
        at += 2 + 2 * u2(at);
        at = members(at, false);
        members(at, true);
    }

    /** Passes over the fields or methods that begin at an index; returns where they end. */
    private int members(int start, boolean methods) {
        int at = start + 2;
        for (int left = u2(start); left > 0; left--) {
            int attributes = u2(at + 6);
            at += 8;
            for (; attributes > 0; attributes--) {
                if (methods && utf8(u2(at)).equals("Code")) redirectCode(at + 14, at + 14 + u4(at + 10));
                at += 6 + u4(at + 2);
            }
        }
        return at;
    }

    private void redirectCode(int start, int end) {
        for (int at = start; at < end; at += instructionLength(at, start)) {
            if (u1(at) != INVOKE_VIRTUAL) continue;
            Integer method = ends.get(u2(at + 1));
            if (method == null) continue;
            bytes[at] = (byte) INVOKE_STATIC;
            file.putShort(at + 1, method.shortValue());
        }
    }

    /** Returns the length of an instruction in bytes (JVMS section 6.5). */
    private int instructionLength(int at, int start) {
        int code = u1(at);
        int operands = at + 4 - (at - start) % 4;
        if (code == 0xaa) return operands + 12 + 4 * (u4(operands + 8) - u4(operands + 4) + 1) - at; // tableswitch
        if (code == 0xab) return operands + 8 + 8 * u4(operands + 4) - at; // lookupswitch
        if (code == 0xc4) return u1(at + 1) == 0x84 ? 6 : 4; // wide
        if (code == 0xc5) return 4; // multianewarray
        if (code >= 0xb9 && code <= 0xba || code == 0xc8 || code == 0xc9) return 5;
        if (isOf(code, 0x11, 0x13, 0x14, 0x84, 0xbb, 0xbd, 0xc0, 0xc1, 0xc6, 0xc7)) return 3;
        if (code >= 0x99 && code <= 0xa8 || code >= 0xb2 && code <= 0xb8) return 3;
        boolean ofVariable = code >= 0x15 && code <= 0x19 || code >= 0x36 && code <= 0x3a;
        return ofVariable || isOf(code, 0x10, 0x12, 0xa9, 0xbc) ? 2 : 1;
    }

    private static boolean isOf(int code, int... codes) {
        return Arrays.stream(codes).anyMatch(one -> one == code);
    }

    private byte[] result() throws IOException {
        file.putShort(POOL, (short) count);
        ByteArrayOutputStream result = new ByteArrayOutputStream(bytes.length + added.size());
        result.write(bytes, 0, poolEnd);
        added.writeTo(result);
        result.write(bytes, poolEnd, bytes.length - poolEnd);
        return result.toByteArray();
    }

    private String utf8(int index) {
        int at = entries[index];
        return new String(bytes, at + 3, u2(at + 1), StandardCharsets.UTF_8);
    }

    private int u1(int at) {
        return bytes[at] & 0xff;
    }

    private int u2(int at) {
        return file.getShort(at) & 0xffff;
    }

    private int u4(int at) {
        return file.getInt(at);
    }
}

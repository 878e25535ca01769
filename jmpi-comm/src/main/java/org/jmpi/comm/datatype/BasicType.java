package org.jmpi.comm.datatype;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The basic datatypes: one per kind of Java array, and objects.
 *
 * <p>On the wire every element is little-endian and takes {@link #width} bytes.
 */
public enum BasicType {
    /** {@code byte[]}. */
    BYTE(1, byte[].class, new BytePacker(), null),

    /** {@code char[]}. */
    CHAR(2, char[].class, new CharPacker(), new ViewPacker.Chars()),

    /** {@code short[]}. */
    SHORT(2, short[].class, new ShortPacker(), new ViewPacker.Shorts()),

    /** {@code boolean[]}; an element is 0 or 1. */
    BOOLEAN(1, boolean[].class, new BooleanPacker(), null),

    /** {@code int[]}. */
    INT(4, int[].class, new IntPacker(), new ViewPacker.Ints()),

    /** {@code long[]}. */
    LONG(8, long[].class, new LongPacker(), new ViewPacker.Longs()),

    /** {@code float[]}. */
    FLOAT(4, float[].class, new FloatPacker(), new ViewPacker.Floats()),

    /** {@code double[]}. */
    DOUBLE(8, double[].class, new DoublePacker(), new ViewPacker.Doubles()),

    /** {@code Object[]}, encoded by an {@link ObjectCodec}: its elements have no width. */
    OBJECT(0, Object[].class, null, null),

    /** {@code byte[]} that holds packed elements of any type. */
    PACKED(1, byte[].class, BYTE.packer, null),

    /** The base of datatypes made of no elements; goes with any buffer. */
    NONE(0, byte[].class, null, null);

    private static final BasicType[] TYPES = values();

    private final int width;
    private final int shift;
    private final Class<?> arrayClass;
    private final Packer packer;

    /** Moves elements in a little-endian {@code ByteBuffer}; null if they have no width. */
    private final Packer littleEndian;

    /** Moves elements in a big-endian {@code ByteBuffer}; null if they have no width. */
    private final Packer bigEndian;

    /** Moves elements in buffers that hold this type alone; null if {@code java.nio} has none. */
    private final ViewPacker<?> view;

    BasicType(int width, Class<?> arrayClass, Packer packer, ViewPacker<?> view) {
        this.width = width;
        this.shift = Integer.numberOfTrailingZeros(Math.max(width, 1));
        this.arrayClass = arrayClass;
        this.packer = packer;
        this.littleEndian = packer == null ? null : ByteBufferPacker.of(shift, ByteOrder.LITTLE_ENDIAN);
        this.bigEndian = packer == null ? null : ByteBufferPacker.of(shift, ByteOrder.BIG_ENDIAN);
        this.view = view;
    }

    /** {@return the bytes of one element on the wire; 0 for {@link #OBJECT} and {@link #NONE}} */
    public int width() {
        return width;
    }

    /** {@return the binary logarithm of the width, as a width is a power of two; 0 if there is no width} */
    public int shift() {
        return shift;
    }

    /**
     * {@return how many elements so many bytes are; negative if they are no whole number of them}
     *
     * @param bytes a length on the wire, of a type whose elements have a width
     */
    public long elements(long bytes) {
        // A shift takes one cycle, a division more than ten, and every message needs some.
        return (bytes & width - 1) == 0 ? bytes >> shift : -1;
    }

    /** {@return the array's class that a buffer of this type has} */
    public Class<?> arrayClass() {
        return arrayClass;
    }

    /**
     * {@return a message's content, for an error message: such as {@code 4 elements of INT}}
     *
     * @param bytes the length of the message
     * @param objects how many objects it has, or items without elements
     */
    public String content(long bytes, int objects) {
        if (this == OBJECT && objects > 0) return objects == 1 ? "1 object" : objects + " objects";
        if (bytes == 0 || width == 0) return "nothing";
        return bytes == width ? "1 element of " + this : bytes / width + " elements of " + this;
    }

    /**
     * {@return a new array for this many elements}
     *
     * @param elements the length of the array
     * @throws CommException of class COUNT if no array can have so many
     */
    public Object newArray(long elements) {
        if (elements > Integer.MAX_VALUE)
            throw new CommException(ErrorClass.COUNT, "no array can have so many elements: " + elements);
        return Array.newInstance(arrayClass.getComponentType(), (int) elements);
    }

    /** Returns whether an array of this class is a buffer of this type. */
    boolean isArray(Class<?> buffer) {
        return buffer == arrayClass || arrayClass.isAssignableFrom(buffer);
    }

    /** Returns what moves elements of this type in a buffer of {@code java.nio}; null if it holds other elements. */
    Packer packerOf(Buffer memory) {
        if (memory instanceof ByteBuffer bytes)
            return bytes.order() == ByteOrder.LITTLE_ENDIAN ? littleEndian : bigEndian;
        return view != null && view.memoryClass().isInstance(memory) ? view : null;
    }

    /** Returns how many elements of this type end before the limit of a buffer that holds them. */
    long lengthOf(Buffer memory) {
        return memory instanceof ByteBuffer ? memory.limit() >> shift : memory.limit();
    }

    /** Returns why something is no buffer of this type, and what to give instead. */
    String refusal(Object buf) {
        String given = buf.getClass().getTypeName();
        if (buf instanceof Buffer memory)
            return "buffer is " + publicClass(memory) + ", but datatype " + this + needed();
        if (!buf.getClass().isArray()) return "the buffer must be an array: " + mended(buf) + " (got " + given + ")";
        return "buffer is " + given + ", but datatype " + this + " needs " + arrayClass.getTypeName()
                + ": the datatype of " + given + " is MPI." + withElements(given.replace("[]", ""));
    }

    private String needed() {
        String array = " needs " + arrayClass.getTypeName();
        if (width == 0) return array + ": objects travel in arrays only";
        return array + (view == null ? "" : ", " + view.memoryClass().getName()) + " or java.nio.ByteBuffer";
    }

    private static String publicClass(Buffer memory) {
        Class<?> found = memory.getClass();
        while (!Modifier.isPublic(found.getModifiers())) found = found.getSuperclass();
        return found.getName();
    }

    private static BasicType withElements(String name) {
        for (BasicType type : TYPES) if (name.equals(type.elementName())) return type;
        return OBJECT;
    }

    private String mended(Object buf) {
        if (this == OBJECT) return "wrap it: new Object[] {" + (buf instanceof Iterable ? "list" : "x") + "}";
        if (this == CHAR && buf instanceof CharSequence) return "pass text.toCharArray()";
        boolean scalar = buf instanceof Number || buf instanceof Character || buf instanceof Boolean;
        return "pass " + (scalar ? "new " + elementName() + "[] {x}" : elementName() + "[]");
    }

    private String elementName() {
        return arrayClass.getComponentType().getTypeName();
    }

    /** Returns what moves its elements; null if they have no width. */
    Packer packer() {
        return packer;
    }

    /**
     * {@return whether elements of this type may arrive where elements of the other are awaited (MPI-4.1 section
     * 3.3.1)} Where none are awaited any may, and are too many.
     *
     * @param other the type of the array or of the receive
     */
    public boolean matches(BasicType other) {
        return this == other || other == NONE || this == PACKED && other != OBJECT || other == PACKED && this != OBJECT;
    }

    /**
     * {@return the type with this ordinal}
     *
     * @param ordinal what a frame header has
     * @throws CommException of class INTERN if there is none
     */
    public static BasicType of(int ordinal) {
        if (ordinal < 0 || ordinal >= TYPES.length)
            throw new CommException(ErrorClass.INTERN, "no such basic type on the wire: " + ordinal);
        return TYPES[ordinal];
    }
}

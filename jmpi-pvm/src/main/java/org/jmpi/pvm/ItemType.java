package org.jmpi.pvm;

/** What an item of a message holds; the ordinals are the numbers of jpvmDataType. */
public enum ItemType {
    /** Nothing. */
    NULL(Object.class, 0),
    /** Bytes. */
    BYTE(byte.class, Byte.BYTES),
    /** Characters. */
    CHAR(char.class, Character.BYTES),
    /** Short integers. */
    SHORT(short.class, Short.BYTES),
    /** Integers. */
    INTEGER(int.class, Integer.BYTES),
    /** Long integers. */
    LONG(long.class, Long.BYTES),
    /** Numbers of single precision. */
    FLOAT(float.class, Float.BYTES),
    /** Numbers of double precision. */
    DOUBLE(double.class, Double.BYTES),
    /** The characters of a text. */
    STRING(char.class, Character.BYTES),
    /** Addresses of tasks. */
    TID(TaskAddress.class, 0);

    final Class<?> component;

    /** The bytes of an element; 0 if elements differ. */
    final int bytes;

    ItemType(Class<?> component, int bytes) {
        this.component = component;
        this.bytes = bytes;
    }

    /** Returns the type of the elements of an array. */
    static ItemType of(Object array) {
        for (ItemType each : values())
            if (each.component == array.getClass().getComponentType() && each != STRING) return each;
        throw new IllegalArgumentException("not an array that can be packed: " + array.getClass());
    }

    /** {@return the name of the type as messages of errors have it} */
    public String label() {
        return this == TID ? "task id" : name().toLowerCase(java.util.Locale.ROOT);
    }
}

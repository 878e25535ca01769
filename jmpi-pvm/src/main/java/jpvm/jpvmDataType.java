package jpvm;

/** The numbers of the types that a buffer holds. */
public class jpvmDataType {
    /** Nothing. */
    public static final int jpvmNull = 0;
    /** Bytes. */
    public static final int jpvmByte = 1;
    /** Characters. */
    public static final int jpvmChar = 2;
    /** Short integers. */
    public static final int jpvmShort = 3;
    /** Integers. */
    public static final int jpvmInteger = 4;
    /** Long integers. */
    public static final int jpvmLong = 5;
    /** Numbers of single precision. */
    public static final int jpvmFloat = 6;
    /** Numbers of double precision. */
    public static final int jpvmDouble = 7;
    /** A text. */
    public static final int jpvmString = 8;
    /** Ids of tasks. */
    public static final int jpvmTid = 9;
    /** Makes an object that has nothing but the numbers. */
    public jpvmDataType() {}
}

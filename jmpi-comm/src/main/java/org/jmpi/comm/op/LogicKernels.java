package org.jmpi.comm.op;

import java.util.EnumMap;
import java.util.Map;
import org.jmpi.comm.datatype.BasicType;

/** Logical operators, where an integer is true unless it is 0 (MPI-4.1 section 6.9.2), and bitwise ones. */
final class LogicKernels {
    private LogicKernels() {}

    /** Both are true. */
    static Map<BasicType, Kernel> land() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BOOLEAN, (in, inout, first, end) -> {
            boolean[] a = (boolean[]) in;
            boolean[] b = (boolean[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] & b[k];
        });
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) ((a[k] != 0) & (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) ((a[k] != 0) & (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) ((a[k] != 0) & (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = (a[k] != 0) & (b[k] != 0) ? 1 : 0;
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = (a[k] != 0) & (b[k] != 0) ? 1 : 0;
        });
        return kernels;
    }

    /** One of them is true. */
    static Map<BasicType, Kernel> lor() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BOOLEAN, (in, inout, first, end) -> {
            boolean[] a = (boolean[]) in;
            boolean[] b = (boolean[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] | b[k];
        });
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) ((a[k] != 0) | (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) ((a[k] != 0) | (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) ((a[k] != 0) | (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = (a[k] != 0) | (b[k] != 0) ? 1 : 0;
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = (a[k] != 0) | (b[k] != 0) ? 1 : 0;
        });
        return kernels;
    }

    /** Just one of them is true. */
    static Map<BasicType, Kernel> lxor() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BOOLEAN, (in, inout, first, end) -> {
            boolean[] a = (boolean[]) in;
            boolean[] b = (boolean[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] ^ b[k];
        });
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) ((a[k] != 0) ^ (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) ((a[k] != 0) ^ (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) ((a[k] != 0) ^ (b[k] != 0) ? 1 : 0);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = (a[k] != 0) ^ (b[k] != 0) ? 1 : 0;
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = (a[k] != 0) ^ (b[k] != 0) ? 1 : 0;
        });
        return kernels;
    }

    /** The bits of both. */
    static Map<BasicType, Kernel> band() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BOOLEAN, (in, inout, first, end) -> {
            boolean[] a = (boolean[]) in;
            boolean[] b = (boolean[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] & b[k];
        });
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) (a[k] & b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) (a[k] & b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) (a[k] & b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] & b[k];
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] & b[k];
        });
        return kernels;
    }

    /** The bits of either. */
    static Map<BasicType, Kernel> bor() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BOOLEAN, (in, inout, first, end) -> {
            boolean[] a = (boolean[]) in;
            boolean[] b = (boolean[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] | b[k];
        });
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) (a[k] | b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) (a[k] | b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) (a[k] | b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] | b[k];
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] | b[k];
        });
        return kernels;
    }

    /** The bits that differ. */
    static Map<BasicType, Kernel> bxor() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BOOLEAN, (in, inout, first, end) -> {
            boolean[] a = (boolean[]) in;
            boolean[] b = (boolean[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] ^ b[k];
        });
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) (a[k] ^ b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) (a[k] ^ b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) (a[k] ^ b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] ^ b[k];
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] ^ b[k];
        });
        return kernels;
    }
}

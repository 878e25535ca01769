package org.jmpi.comm.op;

import java.util.EnumMap;
import java.util.Map;
import org.jmpi.comm.datatype.BasicType;

/** Sums, products and extremes. Loops over one primitive type each, which the JIT turns into vector instructions. */
final class ArithmeticKernels {
    private ArithmeticKernels() {}

    /** a + b */
    static Map<BasicType, Kernel> sum() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) (a[k] + b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) (a[k] + b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) (a[k] + b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] + b[k];
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] + b[k];
        });
        kernels.put(BasicType.FLOAT, (in, inout, first, end) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] + b[k];
        });
        kernels.put(BasicType.DOUBLE, (in, inout, first, end) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] + b[k];
        });
        return kernels;
    }

    /** a * b */
    static Map<BasicType, Kernel> prod() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) (a[k] * b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) (a[k] * b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) (a[k] * b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] * b[k];
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] * b[k];
        });
        kernels.put(BasicType.FLOAT, (in, inout, first, end) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] * b[k];
        });
        kernels.put(BasicType.DOUBLE, (in, inout, first, end) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = first; k < end; k++) b[k] = a[k] * b[k];
        });
        return kernels;
    }

    /** The larger one; NaN if one is. */
    static Map<BasicType, Kernel> max() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) Math.max(a[k], b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) Math.max(a[k], b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) Math.max(a[k], b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.max(a[k], b[k]);
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.max(a[k], b[k]);
        });
        kernels.put(BasicType.FLOAT, (in, inout, first, end) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.max(a[k], b[k]);
        });
        kernels.put(BasicType.DOUBLE, (in, inout, first, end) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.max(a[k], b[k]);
        });
        return kernels;
    }

    /** The smaller one; NaN if one is. */
    static Map<BasicType, Kernel> min() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, inout, first, end) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = first; k < end; k++) b[k] = (byte) Math.min(a[k], b[k]);
        });
        kernels.put(BasicType.CHAR, (in, inout, first, end) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = first; k < end; k++) b[k] = (char) Math.min(a[k], b[k]);
        });
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k++) b[k] = (short) Math.min(a[k], b[k]);
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.min(a[k], b[k]);
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.min(a[k], b[k]);
        });
        kernels.put(BasicType.FLOAT, (in, inout, first, end) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.min(a[k], b[k]);
        });
        kernels.put(BasicType.DOUBLE, (in, inout, first, end) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = first; k < end; k++) b[k] = Math.min(a[k], b[k]);
        });
        return kernels;
    }
}

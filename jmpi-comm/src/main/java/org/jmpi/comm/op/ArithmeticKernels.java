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
        kernels.put(BasicType.BYTE, (in, i, inout, o, n) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (byte) (a[i + k] + b[o + k]);
        });
        kernels.put(BasicType.CHAR, (in, i, inout, o, n) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (char) (a[i + k] + b[o + k]);
        });
        kernels.put(BasicType.SHORT, (in, i, inout, o, n) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (short) (a[i + k] + b[o + k]);
        });
        kernels.put(BasicType.INT, (in, i, inout, o, n) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] + b[o + k];
        });
        kernels.put(BasicType.LONG, (in, i, inout, o, n) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] + b[o + k];
        });
        kernels.put(BasicType.FLOAT, (in, i, inout, o, n) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] + b[o + k];
        });
        kernels.put(BasicType.DOUBLE, (in, i, inout, o, n) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] + b[o + k];
        });
        return kernels;
    }

    /** a * b */
    static Map<BasicType, Kernel> prod() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, i, inout, o, n) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (byte) (a[i + k] * b[o + k]);
        });
        kernels.put(BasicType.CHAR, (in, i, inout, o, n) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (char) (a[i + k] * b[o + k]);
        });
        kernels.put(BasicType.SHORT, (in, i, inout, o, n) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (short) (a[i + k] * b[o + k]);
        });
        kernels.put(BasicType.INT, (in, i, inout, o, n) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] * b[o + k];
        });
        kernels.put(BasicType.LONG, (in, i, inout, o, n) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] * b[o + k];
        });
        kernels.put(BasicType.FLOAT, (in, i, inout, o, n) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] * b[o + k];
        });
        kernels.put(BasicType.DOUBLE, (in, i, inout, o, n) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = a[i + k] * b[o + k];
        });
        return kernels;
    }

    /** The larger one; NaN if one is. */
    static Map<BasicType, Kernel> max() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, i, inout, o, n) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (byte) Math.max(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.CHAR, (in, i, inout, o, n) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (char) Math.max(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.SHORT, (in, i, inout, o, n) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (short) Math.max(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.INT, (in, i, inout, o, n) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.max(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.LONG, (in, i, inout, o, n) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.max(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.FLOAT, (in, i, inout, o, n) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.max(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.DOUBLE, (in, i, inout, o, n) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.max(a[i + k], b[o + k]);
        });
        return kernels;
    }

    /** The smaller one; NaN if one is. */
    static Map<BasicType, Kernel> min() {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.BYTE, (in, i, inout, o, n) -> {
            byte[] a = (byte[]) in;
            byte[] b = (byte[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (byte) Math.min(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.CHAR, (in, i, inout, o, n) -> {
            char[] a = (char[]) in;
            char[] b = (char[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (char) Math.min(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.SHORT, (in, i, inout, o, n) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = (short) Math.min(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.INT, (in, i, inout, o, n) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.min(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.LONG, (in, i, inout, o, n) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.min(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.FLOAT, (in, i, inout, o, n) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.min(a[i + k], b[o + k]);
        });
        kernels.put(BasicType.DOUBLE, (in, i, inout, o, n) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = 0; k < n; k++) b[o + k] = Math.min(a[i + k], b[o + k]);
        });
        return kernels;
    }
}

package org.jmpi.comm.op;

import java.util.EnumMap;
import java.util.Map;
import org.jmpi.comm.datatype.BasicType;

/**
 * Extremes with their places (MPI-4.1 section 6.9.4): elements are pairs of a value and an index; of equal values the
 * one with the lower index counts.
 */
final class LocationKernels {
    private LocationKernels() {}

    static Map<BasicType, Kernel> maxloc() {
        return kernels(1);
    }

    static Map<BasicType, Kernel> minloc() {
        return kernels(-1);
    }

    /**
     * @param sign 1 for the larger value, -1 for the smaller one
     */
    private static Map<BasicType, Kernel> kernels(int sign) {
        Map<BasicType, Kernel> kernels = new EnumMap<>(BasicType.class);
        kernels.put(BasicType.SHORT, (in, i, inout, o, n) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = 0; k < n; k += 2) {
                int order = sign * Short.compare(a[i + k], b[o + k]);
                if (order > 0 || order == 0 && a[i + k + 1] < b[o + k + 1]) {
                    b[o + k] = a[i + k];
                    b[o + k + 1] = a[i + k + 1];
                }
            }
        });
        kernels.put(BasicType.INT, (in, i, inout, o, n) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = 0; k < n; k += 2) {
                int order = sign * Integer.compare(a[i + k], b[o + k]);
                if (order > 0 || order == 0 && a[i + k + 1] < b[o + k + 1]) {
                    b[o + k] = a[i + k];
                    b[o + k + 1] = a[i + k + 1];
                }
            }
        });
        kernels.put(BasicType.LONG, (in, i, inout, o, n) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = 0; k < n; k += 2) {
                int order = sign * Long.compare(a[i + k], b[o + k]);
                if (order > 0 || order == 0 && a[i + k + 1] < b[o + k + 1]) {
                    b[o + k] = a[i + k];
                    b[o + k + 1] = a[i + k + 1];
                }
            }
        });
        kernels.put(BasicType.FLOAT, (in, i, inout, o, n) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = 0; k < n; k += 2) {
                int order = sign * Float.compare(a[i + k], b[o + k]);
                if (order > 0 || order == 0 && a[i + k + 1] < b[o + k + 1]) {
                    b[o + k] = a[i + k];
                    b[o + k + 1] = a[i + k + 1];
                }
            }
        });
        kernels.put(BasicType.DOUBLE, (in, i, inout, o, n) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = 0; k < n; k += 2) {
                int order = sign * Double.compare(a[i + k], b[o + k]);
                if (order > 0 || order == 0 && a[i + k + 1] < b[o + k + 1]) {
                    b[o + k] = a[i + k];
                    b[o + k + 1] = a[i + k + 1];
                }
            }
        });
        return kernels;
    }
}

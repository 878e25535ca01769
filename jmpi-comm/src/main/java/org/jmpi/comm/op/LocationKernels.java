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
        kernels.put(BasicType.SHORT, (in, inout, first, end) -> {
            short[] a = (short[]) in;
            short[] b = (short[]) inout;
            for (int k = first; k < end; k += 2) {
                int order = sign * Short.compare(a[k], b[k]);
                if (order > 0 || order == 0 && a[k + 1] < b[k + 1]) {
                    b[k] = a[k];
                    b[k + 1] = a[k + 1];
                }
            }
        });
        kernels.put(BasicType.INT, (in, inout, first, end) -> {
            int[] a = (int[]) in;
            int[] b = (int[]) inout;
            for (int k = first; k < end; k += 2) {
                int order = sign * Integer.compare(a[k], b[k]);
                if (order > 0 || order == 0 && a[k + 1] < b[k + 1]) {
                    b[k] = a[k];
                    b[k + 1] = a[k + 1];
                }
            }
        });
        kernels.put(BasicType.LONG, (in, inout, first, end) -> {
            long[] a = (long[]) in;
            long[] b = (long[]) inout;
            for (int k = first; k < end; k += 2) {
                int order = sign * Long.compare(a[k], b[k]);
                if (order > 0 || order == 0 && a[k + 1] < b[k + 1]) {
                    b[k] = a[k];
                    b[k + 1] = a[k + 1];
                }
            }
        });
        kernels.put(BasicType.FLOAT, (in, inout, first, end) -> {
            float[] a = (float[]) in;
            float[] b = (float[]) inout;
            for (int k = first; k < end; k += 2) {
                int order = sign * Float.compare(a[k], b[k]);
                if (order > 0 || order == 0 && a[k + 1] < b[k + 1]) {
                    b[k] = a[k];
                    b[k + 1] = a[k + 1];
                }
            }
        });
        kernels.put(BasicType.DOUBLE, (in, inout, first, end) -> {
            double[] a = (double[]) in;
            double[] b = (double[]) inout;
            for (int k = first; k < end; k += 2) {
                int order = sign * Double.compare(a[k], b[k]);
                if (order > 0 || order == 0 && a[k + 1] < b[k + 1]) {
                    b[k] = a[k];
                    b[k + 1] = a[k + 1];
                }
            }
        });
        return kernels;
    }
}

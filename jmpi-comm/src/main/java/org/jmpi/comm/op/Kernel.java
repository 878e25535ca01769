package org.jmpi.comm.op;

/** Combines elements of two arrays of one basic type. */
@FunctionalInterface
interface Kernel {
    /** For each of {@code count} elements, {@code inout[o + k] = in[i + k] op inout[o + k]}. */
    void apply(Object in, int i, Object inout, int o, int count);
}

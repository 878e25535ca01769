package org.jmpi.comm.op;

/**
 * Combines elements of two arrays of one basic type. The JIT compiler vectorises loops in which both arrays have the
 * same index: before JDK 26 no others, as the arrays might be one.
 */
@FunctionalInterface
interface Kernel {
    /** For each {@code k} from {@code first} to before {@code end}, {@code inout[k] = in[k] op inout[k]}. */
    void apply(Object in, Object inout, int first, int end);
}

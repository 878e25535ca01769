package org.jmpi.ibm;

import java.io.Serializable;
import mpi.Datatype;
import mpi.Op;
import mpi.User_function;

/** A complex number of two ints, which an operator of its own adds. */
public record Complex(int re, int im) implements Serializable {

    Complex plus(Complex other) {
        return new Complex(re + other.re, im + other.im);
    }

    /** Returns an operator that adds, but must be used as if the order mattered. */
    public static Op sum() {
        return new Op(new Sum(), false);
    }

    private static final class Sum extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            Object[] in = (Object[]) invec;
            Object[] inout = (Object[]) inoutvec;
            for (int k = 0; k < count; k++)
                inout[inoutoffset + k] = ((Complex) in[inoffset + k]).plus((Complex) inout[inoutoffset + k]);
        }
    }
}

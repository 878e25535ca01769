package org.jmpi.comm.coll.shared;

import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * The operator and the root of a collective call, in the bits that its messages leave unused: receivers compare them
 * with their own.
 *
 * <pre>
 *  bit 23           4 3        0
 *      +-------------+----------+
 *      |  root + 1   | operator |
 *      +-------------+----------+
 * </pre>
 *
 * The operator is 0 if there is none, a predefined one's number, or {@value #OWN} for all of the program's own. The
 * root is cut to 20 bits, and 0 if there is none. On an intercommunicator all bits are 0: its groups give different
 * arguments.
 */
public final class CallMark {
    private static final int OPERATOR_BITS = 4;
    private static final int OPERATORS = (1 << OPERATOR_BITS) - 1;
    private static final int ALL = (1 << 24) - 1;
    private static final int OWN = 15;

    private CallMark() {}

    /**
     * {@return the mark of a call}
     *
     * @param root the root's rank, or -1
     * @param op the operator; null if there is none
     */
    public static int of(int root, Reducer op) {
        return (root + 1 << OPERATOR_BITS | operator(op)) & ALL;
    }

    private static int operator(Reducer op) {
        if (op == null) return 0;
        return op instanceof Predefined predefined ? predefined.number() : OWN;
    }

    /**
     * {@return the properties in a mark that another lacks, such as {@code SUM} or {@code root 2}}
     *
     * @param mark the mark
     * @param other that differs
     */
    public static String text(int mark, int other) {
        int operator = mark & OPERATORS;
        if (operator == (other & OPERATORS)) {
            int root = (mark >> OPERATOR_BITS) - 1;
            return root < 0 ? "no root" : "root " + root;
        }
        if (operator == 0) return "no operator";
        return operator == OWN
                ? "an operator of its own"
                : Predefined.of(operator).name();
    }

    /** {@return the class of the failure of a call whose mark differs from another one} */
    public static ErrorClass errorClass(int mark, int other) {
        return (mark & OPERATORS) == (other & OPERATORS) ? ErrorClass.ROOT : ErrorClass.OP;
    }
}

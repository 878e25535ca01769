package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.events.Collective;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * The properties of a collective call that are the same at every rank of a correct program.
 *
 * @param operation its name
 * @param root the root's rank, or {@link #NO_ROOT}; on an intercommunicator the root argument
 * @param op the operator; null if there is none
 * @param type what the elements are; NONE if ranks may give different ones
 * @param amount bytes, or the number of elements if these have no width; 0 if ranks may give different numbers
 */
public record Signature(String operation, int root, Reducer op, BasicType type, long amount) implements Collective {
    /**
     * {@return whether this is the signature of a call}
     *
     * @param name of the operation
     * @param root the root's rank, or {@link #NO_ROOT}
     * @param op the operator, or null
     * @param type what the elements are, or NONE
     * @param amount bytes, or elements, or 0
     */
    public boolean is(String name, int root, Reducer op, BasicType type, long amount) {
        return this.root == root
                && this.op == op
                && this.type == type
                && this.amount == amount
                && operation.equals(name);
    }

    /** {@return the operator's name, or what stands for all that are the program's own; empty if there is none} */
    @Override
    public String operator() {
        if (op == null) return "";
        return op instanceof Predefined ? op.name() : "own operator";
    }

    @Override
    public String toString() {
        return root == NO_ROOT ? operation : operation + "(root=" + Collective.rootName(root) + ")";
    }
}

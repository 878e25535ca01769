package org.jmpi.comm.coll.select;

/** A condition without which an algorithm is not possible. A call meets it at every rank or at none. */
public enum Restriction {
    /** The result does not depend on the order of operands. */
    COMMUTATIVE("the operator commutes"),

    /** The order of operands counted from the root is that of ranks, or does not matter. */
    COMMUTATIVE_OR_TO_FIRST("the operator commutes, or the root is rank 0"),

    /** Each rank has a partner in each round of a recursive doubling. */
    POWER_OF_TWO("the number of ranks is a power of two"),

    /** A rank may collect all elements of the call. */
    ONE_ARRAY("all elements fit into one array"),

    /** The send buffer does not lie in the receive buffer. */
    NOT_IN_PLACE("the send buffer is not MPI.IN_PLACE"),

    /** The lengths of elements are known before they are encoded. */
    NO_OBJECTS("the elements are not objects"),

    /** A slot of the shared segment holds an item for each other rank. */
    ITEM_FITS("an item for each rank fits into jmpi.coll.shared.slot"),

    /** A slot of the shared segment holds the operand. */
    OPERAND_FITS("the operand fits into jmpi.coll.shared.slot"),

    /** All ranks share a segment. Non-blocking operations and intercommunicators use none. */
    SEGMENT("the call blocks, and its ranks share memory"),

    /** Each host has a leader. Non-blocking operations and intercommunicators have none. */
    LEADERS("the call blocks, and there are several hosts, one of them with several ranks"),

    /** The order of hosts is that of their ranks. Stands after {@link #LEADERS}. */
    NODES_IN_ORDER("the ranks of each host follow each other"),

    /** The operands of a host are adjacent, or their order does not matter. Stands after {@link #LEADERS}. */
    COMMUTATIVE_OR_IN_ORDER("the operator commutes, or the ranks of each host follow each other");

    private final String sentence;

    Restriction(String sentence) {
        this.sentence = sentence;
    }

    /** Returns whether the ranks may have to find out their nodes before the restriction is known to be met. */
    boolean dependsOnNodes() {
        return ordinal() >= SEGMENT.ordinal();
    }

    /** Returns the condition in words. */
    String sentence() {
        return sentence;
    }
}

package org.jmpi.comm.datatype;

import java.io.Serializable;

/** A class of the program. */
public final class Node implements Serializable {
    private static final long serialVersionUID = 1;

    final String name;
    transient int forgotten = 3;
    Node next;

    /** @param name the node's name */
    public Node(String name) {
        this.name = name;
    }
}

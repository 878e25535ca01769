package org.jmpi.rpc;

/**
 * What a call names, for messages.
 *
 * @param rank of the object, in the world
 * @param object its number at that rank
 * @param type the simple name of its interface, or empty
 * @param method such as {@code add(int)}
 */
record Callee(int rank, int object, String type, String method) {
    /** Returns the name of the call, such as {@code Account.balance(int)}. */
    String name() {
        return type.isEmpty() ? method : type + "." + method;
    }

    /** Returns the call, such as {@code Account.balance(int) of object 5 on rank 3}. */
    String call() {
        return name() + (object == 0 ? "" : " of object " + object) + " on rank " + rank;
    }

    @Override
    public String toString() {
        String named = type.isEmpty() ? "" : " (" + type + ")";
        return "rank " + rank + ", object " + object + named + ", method " + method;
    }
}

package org.jmpi.rpc;

/** An object of this rank that others may call. */
final class Exported {
    private final int id;
    private final Object object;
    private final Contract contract;
    private final Entry[] entries;

    /** Those who wait for their turns at atomic methods. */
    final Guard guard = new Guard();

    /** Whether the object stays until it is dropped, as references that nothing counts may exist. Guarded by this. */
    private boolean isPinned;

    /** The sum of the weights of the references that other ranks have. Guarded by this. */
    private long weight;

    /** Whether this rank has no reference any more. Guarded by this. */
    private boolean isUnheld;

    /**
     * @param entries of the methods, by their numbers
     */
    Exported(int id, Object object, Contract contract, Entry[] entries) {
        this.id = id;
        this.object = object;
        this.contract = contract;
        this.entries = entries;
    }

    int id() {
        return id;
    }

    Object object() {
        return object;
    }

    Contract contract() {
        return contract;
    }

    /** Returns a method; null if there is none of that name. */
    Entry entry(String name) {
        Signature signature = contract.signature(name);
        return signature == null ? null : entries[signature.number()];
    }

    /** Returns a method; null if there is none of that number. */
    Entry entry(int number) {
        return number < entries.length ? entries[number] : null;
    }

    /** Keeps the object until it is dropped. */
    synchronized void pin() {
        isPinned = true;
    }

    /** Adds the weight of a reference that goes to another rank; returns it. */
    synchronized long give(long added) {
        weight += added;
        return added;
    }

    /** Takes the weight of references back; returns whether nothing refers to the object any more. */
    synchronized boolean take(long returned) {
        weight -= returned;
        return isGarbage();
    }

    /** Notes whether this rank has a reference; returns whether nothing refers to the object any more. */
    synchronized boolean held(boolean isHeld) {
        isUnheld = !isHeld;
        return isGarbage();
    }

    private boolean isGarbage() {
        return isUnheld && !isPinned && weight <= 0;
    }

    Callee callee(int rank, String method) {
        return new Callee(rank, id, contract.type().getSimpleName(), method);
    }
}

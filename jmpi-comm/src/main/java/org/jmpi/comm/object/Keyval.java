package org.jmpi.comm.object;

/** A key of attributes, with the functions that a program has given for it (MPI-4.1 section 7.7). */
public final class Keyval {
    /** Returns the value that the copy of an object gets. */
    @FunctionalInterface
    public interface Copy {
        /**
         * {@return the value for the copy; null if the attribute is not copied}
         *
         * @param object what is copied
         * @param key the number of the attribute's key
         * @param value the attribute of the object
         */
        Object copy(Object object, int key, Object value);
    }

    /** Reacts to the removal of an attribute. */
    @FunctionalInterface
    public interface Delete {
        /**
         * Is called before an attribute is removed, replaced or freed with its object. If it throws, the attribute
         * stays, and the call fails.
         *
         * @param object has the attribute
         * @param key the number of the attribute's key
         * @param value the attribute
         */
        void delete(Object object, int key, Object value);
    }

    private final int number;
    private final Copy copy;
    private final Delete delete;

    Keyval(int number, Copy copy, Delete delete) {
        this.number = number;
        this.copy = copy;
        this.delete = delete;
    }

    int number() {
        return number;
    }

    Object copy(Object object, Object value) {
        return copy.copy(object, number, value);
    }

    void delete(Object object, Object value) {
        delete.delete(object, number, value);
    }
}

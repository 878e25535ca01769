package org.jmpi.comm.datatype;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A datatype as a program holds it: a layout that may be built upon at once, used in communication once it is
 * committed, and neither once it is freed (MPI-4.1 section 5.1.9). Types and requests made from it before stay valid.
 */
public final class TypeHandle {
    private enum State {
        /** Committed, and never freed. */
        PREDEFINED,
        /** Good for building other types. */
        DERIVED,
        /** Good for communication. */
        COMMITTED,
        /** Good for nothing. */
        FREED,
        /** Good for nothing from the start. */
        VOID
    }

    /** The handle of no type. */
    public static final TypeHandle NULL = new TypeHandle(Layout.of(BasicType.NONE), State.VOID);

    private final Layout layout;
    private volatile State state;

    private TypeHandle(Layout layout, State state) {
        this.layout = layout;
        this.state = state;
    }

    /**
     * {@return the handle of a type that every program has}
     *
     * @param layout what an item of the type covers
     */
    public static TypeHandle predefined(Layout layout) {
        return new TypeHandle(layout, State.PREDEFINED);
    }

    /**
     * {@return the handle of a type that a program has derived, not yet committed}
     *
     * @param layout what an item of the type covers
     */
    public static TypeHandle derived(Layout layout) {
        return new TypeHandle(layout, State.DERIVED);
    }

    /** {@return whether every program has the type} */
    public boolean isPredefined() {
        return state == State.PREDEFINED;
    }

    /**
     * {@return the layout, for whatever is no communication}
     *
     * @throws CommException of class TYPE if the type was freed
     */
    public Layout layout() {
        checkUsable(state);
        return layout;
    }

    /**
     * Does the same as {@link #layout()}.
     *
     * @param type null if the program gave none
     * @return the layout, for whatever is no communication
     * @throws CommException of class TYPE if the type is null or was freed
     */
    public static Layout layout(TypeHandle type) {
        if (type == null) throw new CommException(ErrorClass.TYPE, "datatype is null");
        return type.layout();
    }

    /**
     * {@return the layout, for communication}
     *
     * @throws CommException of class TYPE if the type is not committed or was freed
     */
    public Layout committed() {
        State now = state;
        checkUsable(now);
        if (now == State.DERIVED)
            throw new CommException(ErrorClass.TYPE, "datatype is not committed, call Commit first: " + layout);
        return layout;
    }

    /**
     * Does the same as {@link #committed()}.
     *
     * @param type null if the program gave none
     * @return the layout, for communication
     * @throws CommException of class TYPE if the type is null, not committed or was freed
     */
    public static Layout committed(TypeHandle type) {
        if (type == null) throw new CommException(ErrorClass.TYPE, "datatype is null");
        return type.committed();
    }

    /**
     * Makes the type good for communication; once more changes nothing.
     *
     * @throws CommException of class TYPE if the type was freed
     */
    public synchronized void commit() {
        checkUsable(state);
        if (state == State.DERIVED) state = State.COMMITTED;
    }

    /**
     * Ends the use of the type.
     *
     * @throws CommException of class TYPE if it is predefined or was freed before
     */
    public synchronized void free() {
        checkUsable(state);
        if (state == State.PREDEFINED)
            throw new CommException(ErrorClass.TYPE, "a predefined datatype can't be freed: " + layout);
        state = State.FREED;
    }

    private void checkUsable(State now) {
        if (now == State.FREED) throw new CommException(ErrorClass.TYPE, "datatype was freed: " + layout);
        if (now == State.VOID) throw new CommException(ErrorClass.TYPE, "datatype is MPI.NULL");
    }
}

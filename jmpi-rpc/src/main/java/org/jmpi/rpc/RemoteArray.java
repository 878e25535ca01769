package org.jmpi.rpc;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.concurrent.CompletableFuture;

/**
 * A primitive array of a rank, from which other ranks copy elements and to which they copy some. It is serialisable, as
 * a {@link GlobalRef} is, and counts as one.
 *
 * <p>Elements travel as their bytes. A long part goes from array to array without an intermediate copy in calls. Ranks
 * that access the same elements at the same time need an order of their own, by calls or messages; an element of 8
 * bytes may then be seen half.
 *
 * <pre>{@code
 * RemoteArray<double[]> column = space.exportArray(new double[1000]);
 * column.get(10, mine, 0, 20); // 20 elements from index 10 on
 * }</pre>
 *
 * @param <A> such as {@code double[]}
 */
public final class RemoteArray<A> implements Serializable {
    private static final long serialVersionUID = 1;

    private final GlobalRef<Elements> ref;
    private final Class<A> type;
    private final int length;

    /** What a rank exports for its array. */
    interface Elements {}

    /** The array itself. */
    record Block(Object array) implements Elements {}

    RemoteArray(GlobalRef<Elements> ref, Class<A> type, int length) {
        this.ref = ref;
        this.type = type;
        this.length = length;
    }

    /** {@return the rank in the world of the array} */
    public int rank() {
        return ref.rank();
    }

    /** {@return the number of elements} */
    public int length() {
        return length;
    }

    /**
     * Copies elements of the array to one of this rank.
     *
     * @param index the first element
     * @param into takes them
     * @param offset where
     * @param count how many
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements
     * @throws ObjectDroppedException if the array has been dropped
     * @throws RankLostException if its rank has failed or has ended
     * @throws CallRefusedException if a simple method calls this
     */
    public void get(int index, A into, int offset, int count) {
        ref.layer().transfers().await(startGet(index, into, offset, count), callee());
    }

    /**
     * Copies elements of this rank to the array. Returns when they are there.
     *
     * @param index the first element
     * @param from has them
     * @param offset where
     * @param count how many
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements
     * @throws ObjectDroppedException if the array has been dropped
     * @throws RankLostException if its rank has failed or has ended
     * @throws CallRefusedException if a simple method calls this
     */
    public void put(int index, A from, int offset, int count) {
        ref.layer().transfers().await(startPut(index, from, offset, count), callee());
    }

    /**
     * Begins to copy elements of the array to one of this rank.
     *
     * @param index the first element
     * @param into takes them; not to be used before they are there
     * @param offset where
     * @param count how many
     * @return is complete when the elements are there; it fails as {@link #get} does
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements
     */
    public CompletableFuture<Void> startGet(int index, A into, int offset, int count) {
        check(index, into, offset, count);
        return ref.layer().transfers().get(ref, index, new Kind.Elements(into, offset, count));
    }

    /**
     * Begins to copy elements of this rank to the array.
     *
     * @param index the first element
     * @param from has them; not to be changed before they are there
     * @param offset where
     * @param count how many
     * @return is complete when the elements are there; it fails as {@link #put} does
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements
     */
    public CompletableFuture<Void> startPut(int index, A from, int offset, int count) {
        check(index, from, offset, count);
        return ref.layer().transfers().put(ref, index, new Kind.Elements(from, offset, count));
    }

    private void check(int index, A own, int offset, int count) {
        type.cast(own);
        if (count < 0 || index < 0 || index > length - count)
            throw new IndexOutOfBoundsException(this + " has no elements " + index + " to " + ((long) index + count));
        if (offset < 0 || offset > Array.getLength(own) - count)
            throw new IndexOutOfBoundsException("the array of this rank has " + Array.getLength(own)
                    + " elements, none from " + offset + " to " + ((long) offset + count));
    }

    private Callee callee() {
        return ref.callee("copy");
    }

    /** Has the rank of the array forget it, as {@link GlobalRef#drop} does. */
    public void drop() {
        ref.drop();
    }

    @Override
    public String toString() {
        return type.getSimpleName() + " of " + length + " elements, " + ref;
    }
}

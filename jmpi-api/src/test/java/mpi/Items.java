package mpi;

import java.lang.reflect.Array;

/** Items of a datatype, in arrays whose other elements are guards: those between the data too. */
final class Items {
    final Kind kind;
    final Datatype type;

    /** The elements from one item to the next. */
    private final int extent;

    /**
     * Where the elements of an item lie, in the order in which they travel: ascending if no others lie between them.
     */
    private final int[] places;

    private Items(Kind kind, Datatype type, int extent, int... places) {
        this.kind = kind;
        this.type = type;
        this.extent = extent;
        this.places = places;
    }

    /** Returns items of one element. */
    static Items of(Kind kind) {
        return new Items(kind, kind.type, 1, 0);
    }

    /** Returns items of two adjacent elements. */
    static Items adjacent(Kind kind) {
        return new Items(kind, committed(Datatype.Contiguous(2, kind.type)), 2, 0, 1);
    }

    /** Returns items of two elements with two others between them. */
    static Items strided(Kind kind) {
        return new Items(kind, committed(Datatype.Vector(2, 1, 3, kind.type)), 4, 0, 3);
    }

    /** Returns items of two elements of which the latter travels first. */
    static Items reversed(Kind kind) {
        return new Items(kind, committed(Datatype.Indexed(new int[] {1, 1}, new int[] {2, 0}, kind.type)), 3, 2, 0);
    }

    private static Datatype committed(Datatype type) {
        type.Commit();
        return type;
    }

    /** Returns how many elements of an item travel. */
    int size() {
        return places.length;
    }

    /** Returns guards alone, with room for items. */
    Object guards(int offset, int count) {
        return kind.guards(offset, count * extent);
    }

    /** Returns items of data, which depend on a seed. */
    Object data(int offset, int count, int seed) {
        if (size() == extent) return kind.data(offset, count * extent, seed);
        Object array = guards(offset, count);
        put(kind.data(0, count * size(), seed), 0, count, array, offset, 0);
        return array;
    }

    /**
     * Puts elements where items have them.
     *
     * @param elements what travels, in that order
     * @param first the element that is the first item's first
     * @param item the place of the first item in the array, in items from the offset on
     */
    void put(Object elements, int first, int count, Object array, int offset, int item) {
        if (size() == extent) {
            System.arraycopy(elements, first, array, offset + item * extent, count * extent);
            return;
        }
        for (int i = 0; i < count; i++)
            for (int k = 0; k < size(); k++)
                Array.set(array, offset + (item + i) * extent + places[k], Array.get(elements, first + i * size() + k));
    }

    @Override
    public String toString() {
        return kind + (extent == 1 ? "" : " in items of " + extent);
    }
}

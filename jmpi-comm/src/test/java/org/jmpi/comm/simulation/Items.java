package org.jmpi.comm.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;

/**
 * A datatype, and where its elements are, which the model does not ask the layout.
 *
 * @param name for the program's text
 * @param layout what the engine gets
 * @param offsets of the elements of an item, in the order in which they travel
 * @param extent how many elements apart items are
 */
record Items(String name, Layout layout, int[] offsets, int extent) {
    /** Returns a datatype of some elements per item. */
    static Items of(ElementKind kind, int elements, Random random) {
        Layout basic = Layout.of(kind.type);
        int[] adjacent = IntStream.range(0, elements).toArray();
        return switch (random.nextInt(6)) {
            case 0 ->
                new Items(
                        "strided",
                        Layout.vector(elements, 1, 2, basic),
                        Arrays.stream(adjacent).map(i -> 2 * i).toArray(),
                        2 * elements - 1);
            case 1 -> reversed(basic, elements);
            case 2 ->
                new Items(
                        "spaced",
                        Layout.struct(
                                new int[] {elements, 1}, new int[] {1, elements + 2}, new Layout[] {basic, Layout.UB}),
                        Arrays.stream(adjacent).map(i -> i + 1).toArray(),
                        elements + 1);
            default -> adjacent(kind, elements);
        };
    }

    private static Items reversed(Layout basic, int elements) {
        int[] backwards =
                IntStream.range(0, elements).map(i -> elements - 1 - i).toArray();
        int[] ones = IntStream.generate(() -> 1).limit(elements).toArray();
        return new Items("reversed", Layout.indexed(ones, backwards, basic), backwards, elements);
    }

    /** Returns a datatype of elements that follow each other. */
    static Items adjacent(ElementKind kind, int elements) {
        Layout basic = Layout.of(kind.type);
        return new Items(
                "",
                elements == 1 ? basic : Layout.contiguous(elements, basic),
                IntStream.range(0, elements).toArray(),
                elements);
    }

    TypeHandle handle() {
        return TypeHandle.predefined(layout);
    }

    int size() {
        return offsets.length;
    }

    /** Returns how many elements of an array some items take. */
    int span(int items) {
        return items * extent + Arrays.stream(offsets).max().orElse(0) + 1;
    }

    /** Returns the index of an element that travels. */
    int index(int element) {
        return element / size() * extent + offsets[element % size()];
    }

    String text(ElementKind kind, int items) {
        List<String> parts = name.isEmpty() ? List.of() : List.of(name);
        return items + "*" + kind + (size() == 1 ? "" : "[" + size() + "]") + String.join("", parts);
    }
}

package org.jmpi.comm.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A type map written out entry by entry, as MPI-4.1 section 4.1 defines it: what layouts are compared with. */
record TypeMap(List<Entry> entries) {
    /** What lies at a displacement. */
    enum Kind {
        ELEMENT,
        LOWER,
        UPPER
    }

    /** One entry, its displacement in elements. */
    record Entry(long displacement, Kind kind) {}

    /** Collects copies of type maps. */
    static final class Copies {
        private final List<Entry> entries = new ArrayList<>();

        void add(long displacement, TypeMap old) {
            for (Entry entry : old.entries) entries.add(new Entry(displacement + entry.displacement, entry.kind));
        }

        void addBlock(long displacement, int blocklength, TypeMap old) {
            for (int i = 0; i < blocklength; i++) add(displacement + i * old.extent(), old);
        }
    }

    static TypeMap of(Consumer<Copies> construction) {
        Copies copies = new Copies();
        construction.accept(copies);
        return new TypeMap(copies.entries);
    }

    static TypeMap single(Kind kind) {
        return new TypeMap(List.of(new Entry(0, kind)));
    }

    List<Long> elements() {
        return entries.stream()
                .filter(entry -> entry.kind == Kind.ELEMENT)
                .map(Entry::displacement)
                .toList();
    }

    long lowerBound() {
        boolean marked = entries.stream().anyMatch(entry -> entry.kind == Kind.LOWER);
        return entries.stream()
                .filter(entry -> !marked || entry.kind == Kind.LOWER)
                .mapToLong(Entry::displacement)
                .min()
                .orElse(0);
    }

    long upperBound() {
        boolean marked = entries.stream().anyMatch(entry -> entry.kind == Kind.UPPER);
        return entries.stream()
                .filter(entry -> !marked || entry.kind == Kind.UPPER)
                .mapToLong(entry -> entry.displacement + (entry.kind == Kind.ELEMENT ? 1 : 0))
                .max()
                .orElse(0);
    }

    long extent() {
        return upperBound() - lowerBound();
    }
}

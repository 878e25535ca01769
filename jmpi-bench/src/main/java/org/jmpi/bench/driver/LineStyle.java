package org.jmpi.bench.driver;

import java.util.List;

/** The number of a line's colour and marker: a known library has the same one in all charts. */
final class LineStyle {
    private static final List<String> KNOWN = List.of(
            "threads",
            "shm",
            "socket",
            "rmi",
            "rmi-kryo",
            "openmpi",
            "openmpi-tcp",
            "mpj-multicore",
            "java-rmi",
            "onc-rpc",
            "mpich",
            "openmpi-java");

    private LineStyle() {}

    /** Returns the number for one of several libraries. */
    static int of(String name, List<Library> libraries) {
        int known = KNOWN.indexOf(name);
        if (known >= 0) return known;
        List<String> others = libraries.stream()
                .map(Library::name)
                .filter(other -> !KNOWN.contains(other))
                .toList();
        return KNOWN.size() + others.indexOf(name);
    }
}

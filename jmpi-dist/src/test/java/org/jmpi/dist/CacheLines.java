package org.jmpi.dist;

import java.lang.reflect.Field;
import java.util.List;
import mpi.MPI;

/** A program that tells whether what its ranks write to for each message lies apart from other objects. */
public final class CacheLines {
    private static final int LINE_BYTES = 64;

    private CacheLines() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        for (String field : List.of("operation.SendRequest.mode", "operation.RecvRequest.posted", "match.Entry.order"))
            if (offset(field) < LINE_BYTES) throw new AssertionError(field + " is at byte " + offset(field));
        MPI.Finalize();
    }

    /** Returns how many bytes of an object lie before a field, by reflection as javac warns of this class otherwise. */
    private static long offset(String name) throws ReflectiveOperationException {
        int dot = name.lastIndexOf('.');
        Class<?> owner = Class.forName("org.jmpi.comm." + name.substring(0, dot));
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return (long) unsafe.getMethod("objectFieldOffset", Field.class)
                .invoke(instance.get(null), owner.getDeclaredField(name.substring(dot + 1)));
    }
}

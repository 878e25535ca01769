package org.jmpi.ibm;

import java.lang.reflect.Array;
import java.util.Objects;
import mpi.MPI;
import mpi.MPIException;

/**
 * What a program finds right or wrong: an {@link AssertionError} says what was expected, what came, and at which
 * rank.
 */
public final class Check {
    private Check() {}

    public static void equal(long expected, long actual, String what) {
        if (expected != actual) throw unequal(what, expected, actual);
    }

    /** Checks that two values are equal; arrays are, if their elements are. */
    public static void equal(Object expected, Object actual, String what) {
        if (!Objects.deepEquals(expected, actual)) throw differ(what, expected, actual);
    }

    public static void isTrue(boolean fact, String what) {
        if (!fact) throw failure("not true: " + what);
    }

    /** Checks that a call throws an {@link MPIException} of this class. */
    public static void fails(int errorClass, Runnable call, String what) {
        try {
            call.run();
        } catch (MPIException e) {
            equal(errorClass, e.Get_error_class(), "error class of " + what + " (" + e.getMessage() + ")");
            return;
        }
        throw failure(what + " is expected to throw an MPIException of class " + errorClass + ", but returns");
    }

    /** Returns the error that names the first element in which two arrays differ. */
    private static AssertionError differ(String what, Object expected, Object actual) {
        if (!isArray(expected) || !isArray(actual)) return unequal(what, expected, actual);
        if (component(expected) != component(actual)
                && (component(expected).isPrimitive() || component(actual).isPrimitive()))
            return unequal(what + ": elements", component(expected), component(actual));
        int length = Array.getLength(expected);
        if (length != Array.getLength(actual)) return unequal(what + ": length", length, Array.getLength(actual));
        int i = 0;
        while (Objects.deepEquals(Array.get(expected, i), Array.get(actual, i))) i++;
        return differ(what + "[" + i + "]", Array.get(expected, i), Array.get(actual, i));
    }

    private static boolean isArray(Object value) {
        return value != null && value.getClass().isArray();
    }

    private static Class<?> component(Object array) {
        return array.getClass().getComponentType();
    }

    private static AssertionError unequal(String what, Object expected, Object actual) {
        return failure(what + ": expected " + expected + ", got " + actual);
    }

    private static AssertionError failure(String message) {
        String where = MPI.Initialized()
                ? "rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size()
                : "before MPI.Init";
        return new AssertionError(where + ": " + message);
    }
}

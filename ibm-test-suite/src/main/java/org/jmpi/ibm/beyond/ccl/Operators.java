package org.jmpi.ibm.beyond.ccl;

import java.lang.reflect.Array;
import java.util.List;
import java.util.function.LongBinaryOperator;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Check;

/** Every predefined operator on every basic type that it is defined for; it refuses all others. */
public final class Operators {
    private static final int COUNT = 13;

    /** An operator and what it does to integers. */
    private record Named(String name, Op op, LongBinaryOperator function, boolean isArithmetic) {}

    private static final List<Named> OPERATORS = List.of(
            new Named("MAX", MPI.MAX, Math::max, true),
            new Named("MIN", MPI.MIN, Math::min, true),
            new Named("SUM", MPI.SUM, (a, b) -> a + b, true),
            new Named("PROD", MPI.PROD, (a, b) -> a * b, true),
            new Named("LAND", MPI.LAND, (a, b) -> a != 0 && b != 0 ? 1 : 0, false),
            new Named("LOR", MPI.LOR, (a, b) -> a != 0 || b != 0 ? 1 : 0, false),
            new Named("LXOR", MPI.LXOR, (a, b) -> (a != 0) != (b != 0) ? 1 : 0, false),
            new Named("BAND", MPI.BAND, (a, b) -> a & b, false),
            new Named("BOR", MPI.BOR, (a, b) -> a | b, false),
            new Named("BXOR", MPI.BXOR, (a, b) -> a ^ b, false));

    private Operators() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (Named named : OPERATORS) {
            for (Class<?> type : List.of(byte.class, char.class, short.class, int.class, long.class))
                check(named, type);
            for (Class<?> type : List.of(float.class, double.class))
                if (named.isArithmetic) check(named, type);
                else refuses(named, type);
            if (named.isArithmetic) refuses(named, boolean.class);
            else check(named, boolean.class);
            refuses(named, Object.class);
        }
        MPI.Finalize();
    }

    private static Datatype datatype(Class<?> type) {
        if (type == byte.class) return MPI.BYTE;
        if (type == char.class) return MPI.CHAR;
        if (type == short.class) return MPI.SHORT;
        if (type == boolean.class) return MPI.BOOLEAN;
        if (type == int.class) return MPI.INT;
        if (type == long.class) return MPI.LONG;
        if (type == float.class) return MPI.FLOAT;
        return type == double.class ? MPI.DOUBLE : MPI.OBJECT;
    }

    /** Puts a value into an array, as a cast does. */
    private static void put(Object array, int index, long value) {
        if (array instanceof byte[] bytes) bytes[index] = (byte) value;
        else if (array instanceof char[] chars) chars[index] = (char) value;
        else if (array instanceof short[] shorts) shorts[index] = (short) value;
        else if (array instanceof boolean[] booleans) booleans[index] = value != 0;
        else if (array instanceof int[] ints) ints[index] = (int) value;
        else if (array instanceof long[] longs) longs[index] = value;
        else if (array instanceof float[] floats) floats[index] = value;
        else ((double[]) array)[index] = value;
    }

    /** Returns a rank's operand: of chars and booleans one that is not negative, and no 0 that might have a sign. */
    private static long operand(Class<?> type, int rank, int k) {
        if (type == boolean.class) return (rank + k) % 3 == 0 ? 0 : 1;
        long value = (rank * 5L + k * 3L) % 11;
        if (type == char.class) return value;
        return value == 4 && (type == float.class || type == double.class) ? 7 : value - 4;
    }

    private static Object operands(Class<?> type, int rank) {
        Object array = Array.newInstance(type, COUNT);
        for (int k = 0; k < COUNT; k++) put(array, k, operand(type, rank, k));
        return array;
    }

    /** Returns what the operator gives for the operands of the ranks up to one. */
    private static Object upTo(Named named, Class<?> type, int last) {
        Object array = Array.newInstance(type, COUNT);
        for (int k = 0; k < COUNT; k++) {
            long value = operand(type, 0, k);
            for (int rank = 1; rank <= last; rank++) value = named.function.applyAsLong(value, operand(type, rank, k));
            put(array, k, value);
        }
        return array;
    }

    private static void check(Named named, Class<?> type) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int last = world.Size() - 1;
        Datatype datatype = datatype(type);
        Object operands = operands(type, me);
        String of = named.name + " of " + type + " by ";
        Object room = Array.newInstance(type, COUNT);
        world.Allreduce(operands, 0, room, 0, COUNT, datatype, named.op);
        Check.equal(upTo(named, type, last), room, of + "Allreduce");
        room = Array.newInstance(type, COUNT);
        world.Reduce(operands, 0, room, 0, COUNT, datatype, named.op, last);
        Check.equal(me == last ? upTo(named, type, last) : Array.newInstance(type, COUNT), room, of + "Reduce");
        if (last == 0 && !named.isArithmetic) return;
        room = Array.newInstance(type, COUNT);
        world.Scan(operands, 0, room, 0, COUNT, datatype, named.op);
        Check.equal(upTo(named, type, me), room, of + "Scan");
        int[] counts = new int[last + 1];
        counts[last] = COUNT;
        room = Array.newInstance(type, COUNT);
        world.Reduce_scatter(operands, 0, room, 0, counts, datatype, named.op);
        Check.equal(me == last ? upTo(named, type, last) : Array.newInstance(type, COUNT), room, of + "Reduce_scatter");
        Check.equal(operands(type, me), operands, "operands of " + named.name);
    }

    private static void refuses(Named named, Class<?> type) {
        Object array = Array.newInstance(type, COUNT);
        Object room = Array.newInstance(type, COUNT);
        Check.fails(
                MPI.ERR_OP,
                () -> MPI.COMM_WORLD.Allreduce(array, 0, room, 0, COUNT, datatype(type), named.op),
                named.name + " of " + type);
    }
}

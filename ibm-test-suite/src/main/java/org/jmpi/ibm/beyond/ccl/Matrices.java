package org.jmpi.ibm.beyond.ccl;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Products of matrices, whose order matters: each reduction multiplies in the order of ranks. */
public final class Matrices {
    private static final int ELEMENTS = 4;

    /** Multiplies matrices of two rows and two columns; as ints wrap around, it is associative. */
    private static final class Product extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            for (int i = 0; i < count * ELEMENTS; i += ELEMENTS)
                multiply((int[]) invec, inoffset + i, (int[]) inoutvec, inoutoffset + i);
        }
    }

    private Matrices() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run();
        MPI.Finalize();
    }

    /** Checks the products of few matrices, and of so many that they are cut into parts. */
    static void run() {
        Datatype matrix = Datatype.Contiguous(ELEMENTS, MPI.INT);
        matrix.Commit();
        Op product = new Op(new Product(), false);
        for (int count : new int[] {1, 3, 100, 10_000}) check(count, matrix, product);
        product.free();
        matrix.free();
    }

    private static void multiply(int[] left, int l, int[] right, int r) {
        int a = left[l] * right[r] + left[l + 1] * right[r + 2];
        int b = left[l] * right[r + 1] + left[l + 1] * right[r + 3];
        int c = left[l + 2] * right[r] + left[l + 3] * right[r + 2];
        int d = left[l + 2] * right[r + 1] + left[l + 3] * right[r + 3];
        right[r] = a;
        right[r + 1] = b;
        right[r + 2] = c;
        right[r + 3] = d;
    }

    /** Returns a rank's matrices, no two of which commute. */
    private static int[] operand(int rank, int count) {
        return (int[]) Items.INTS.make(count * ELEMENTS, k -> (rank + 2) * (k % ELEMENTS + 1) + k / ELEMENTS * rank);
    }

    /** Returns the products of the matrices of the ranks up to one. */
    private static int[] upTo(int last, int count) {
        int[] product = operand(last, count);
        for (int rank = last - 1; rank >= 0; rank--) {
            int[] left = operand(rank, count);
            for (int i = 0; i < product.length; i += ELEMENTS) multiply(left, i, product, i);
        }
        return product;
    }

    private static void check(int count, Datatype matrix, Op product) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        int[] operand = operand(me, count);
        int[] all = upTo(ranks - 1, count);
        for (int root = 0; root < ranks; root++) {
            int[] room = new int[operand.length];
            world.Reduce(operand, 0, room, 0, count, matrix, product, root);
            Check.equal(me == root ? all : new int[operand.length], room, "Reduce to rank " + root + " of " + count);
        }
        int[] room = new int[operand.length];
        world.Allreduce(operand, 0, room, 0, count, matrix, product);
        Check.equal(all, room, "Allreduce of " + count);
        room = new int[operand.length];
        world.Scan(operand, 0, room, 0, count, matrix, product);
        Check.equal(upTo(me, count), room, "Scan of " + count);
        int[] counts = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) counts[rank] = count / ranks + (rank == 0 ? count % ranks : 0);
        room = new int[counts[me] * ELEMENTS];
        world.Reduce_scatter(operand, 0, room, 0, counts, matrix, product);
        int first = Arrays.stream(counts, 0, me).sum() * ELEMENTS;
        Check.equal(Arrays.copyOfRange(all, first, first + room.length), room, "Reduce_scatter of " + count);
        Check.equal(operand(me, count), operand, "operand");
    }
}

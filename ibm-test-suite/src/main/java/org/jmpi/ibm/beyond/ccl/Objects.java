package org.jmpi.ibm.beyond.ccl;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import org.jmpi.ibm.Check;

/**
 * Operations that move objects of different sizes, null among them, and one that joins strings in the order of ranks.
 */
public final class Objects {

    /** Joins strings. */
    private static final class Join extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            Object[] in = (Object[]) invec;
            Object[] inout = (Object[]) inoutvec;
            for (int k = 0; k < count; k++)
                inout[inoutoffset + k] = in[inoffset + k].toString() + inout[inoutoffset + k];
        }
    }

    private Objects() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int root = 0; root < MPI.COMM_WORLD.Size(); root++) move(root);
        join();
        MPI.Finalize();
    }

    private static Object object(int from, int to) {
        return (from + to) % 4 == 3 ? null : "x".repeat(from * 1000 + to);
    }

    private static void move(int root) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        Object[] row = IntStream.range(0, ranks).mapToObj(to -> object(me, to)).toArray();
        Object[] column =
                IntStream.range(0, ranks).mapToObj(from -> object(from, me)).toArray();
        Object[] room = new Object[ranks];
        world.Alltoall(row, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT);
        Check.equal(column, room, "objects of Alltoall");
        world.Scatter(row, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT, root);
        Check.equal(object(root, me), room[0], "object of Scatter");
        Object[] all = new Object[ranks];
        world.Allgather(room, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        Check.equal(IntStream.range(0, ranks).mapToObj(to -> object(root, to)).toArray(), all, "objects of Allgather");
        world.Bcast(me == root ? row : room, 0, ranks, MPI.OBJECT, root);
        Check.equal(
                IntStream.range(0, ranks).mapToObj(to -> object(root, to)).toArray(), me == root ? row : room, "Bcast");
    }

    private static void join() {
        Intracomm world = MPI.COMM_WORLD;
        Op join = new Op(new Join(), false);
        Object[] room = new Object[1];
        world.Allreduce(new Object[] {world.Rank() + ";"}, 0, room, 0, 1, MPI.OBJECT, join);
        Check.equal(joined(world.Size()), room[0], "strings of all ranks");
        world.Scan(new Object[] {world.Rank() + ";"}, 0, room, 0, 1, MPI.OBJECT, join);
        Check.equal(joined(world.Rank() + 1), room[0], "strings up to the own rank");
        join.free();
    }

    private static String joined(int ranks) {
        return IntStream.range(0, ranks).mapToObj(rank -> rank + ";").collect(Collectors.joining());
    }
}

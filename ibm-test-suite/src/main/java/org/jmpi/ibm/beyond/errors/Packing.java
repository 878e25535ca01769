package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Bad arguments of Pack, Unpack and Pack_size. */
public final class Packing {
    private Packing() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Intracomm world = MPI.COMM_WORLD;
        byte[] bytes = new byte[100];
        BadBuffer.rows(rows, "Pack", (array, offset, count, type) -> world.Pack(array, offset, count, type, bytes, 0));
        BadBuffer.rows(
                rows, "Unpack", (array, offset, count, type) -> world.Unpack(bytes, 0, array, offset, count, type));
        positions(rows);
        sizes(rows);
        for (Comm comm : List.of(Rows.freed(), MPI.COMM_NULL))
            rows.row(MPI.ERR_COMM, "Pack with a bad communicator", () -> comm.Pack(new int[3], 0, 3, MPI.INT, bytes, 0))
                    .row(
                            MPI.ERR_COMM,
                            "Unpack with a bad communicator",
                            () -> comm.Unpack(bytes, 0, new int[3], 0, 3, MPI.INT))
                    .row(MPI.ERR_COMM, "Pack_size with a bad communicator", () -> comm.Pack_size(1, MPI.INT));
        MPI.Finalize();
    }

    private static void positions(Rows rows) {
        Intracomm world = MPI.COMM_WORLD;
        int[] ints = new int[3];
        byte[] bytes = new byte[12];
        rows.row(MPI.ERR_BUFFER, "Pack into null", () -> world.Pack(ints, 0, 3, MPI.INT, null, 0))
                .row(MPI.ERR_BUFFER, "Unpack of null", () -> world.Unpack(null, 0, ints, 0, 3, MPI.INT))
                .row(MPI.ERR_TRUNCATE, "Pack into too few bytes", () -> world.Pack(ints, 0, 3, MPI.INT, bytes, 1))
                .row(MPI.ERR_TRUNCATE, "Unpack of too few bytes", () -> world.Unpack(bytes, 1, ints, 0, 3, MPI.INT))
                .row(
                        MPI.ERR_TRUNCATE,
                        "Pack of an object into too few bytes",
                        () -> world.Pack(new Object[] {"text"}, 0, 1, MPI.OBJECT, bytes, 0));
        for (int position : new int[] {-1, 13})
            rows.row(MPI.ERR_ARG, "Pack at " + position, () -> world.Pack(ints, 0, 3, MPI.INT, bytes, position))
                    .row(
                            MPI.ERR_ARG,
                            "Unpack at " + position,
                            () -> world.Unpack(bytes, position, ints, 0, 3, MPI.INT));
        Check.equal(new byte[12], bytes, "bytes that nothing was packed into");
    }

    private static void sizes(Rows rows) {
        Intracomm world = MPI.COMM_WORLD;
        rows.row(MPI.ERR_COUNT, "Pack_size of -1", () -> world.Pack_size(-1, MPI.INT))
                .row(MPI.ERR_COUNT, "Pack_size beyond an int", () -> world.Pack_size(Integer.MAX_VALUE, MPI.INT))
                .row(MPI.ERR_TYPE, "Pack_size of objects", () -> world.Pack_size(1, MPI.OBJECT))
                .row(MPI.ERR_TYPE, "Pack_size of null", () -> world.Pack_size(1, null))
                .row(MPI.ERR_TYPE, "Pack_size of a void datatype", () -> world.Pack_size(1, MPI.NULL));
    }
}

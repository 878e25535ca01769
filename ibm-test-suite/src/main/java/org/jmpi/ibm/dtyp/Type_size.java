package org.jmpi.ibm.dtyp;

import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** The size of every basic datatype is one element. */
public final class Type_size {
    private Type_size() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(1);
        List<Datatype> basic = List.of(
                MPI.BYTE,
                MPI.CHAR,
                MPI.SHORT,
                MPI.BOOLEAN,
                MPI.INT,
                MPI.LONG,
                MPI.FLOAT,
                MPI.DOUBLE,
                MPI.OBJECT,
                MPI.PACKED);
        for (Datatype type : basic) Check.equal(1, type.Size(), "size of basic type " + basic.indexOf(type));
        MPI.Finalize();
    }
}

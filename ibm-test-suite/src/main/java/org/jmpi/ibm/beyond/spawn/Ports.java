package org.jmpi.ibm.beyond.spawn;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Two groups of a job meet at a port, three times, as two jobs do; all exchange messages with all. */
public final class Ports {
    private static final int ROUNDS = 3;

    private Ports() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        boolean accepts = rank < size / 2;
        Intracomm half = MPI.COMM_WORLD.Split(accepts ? 0 : 1, rank);
        Object[] port = {rank == 0 ? MPI.Open_port(MPI.INFO_NULL) : null};
        MPI.COMM_WORLD.Bcast(port, 0, 1, MPI.OBJECT, 0);
        String name = (String) port[0];
        for (int round = 0; round < ROUNDS; round++) {
            Intercomm both = accepts ? half.Accept(name, MPI.INFO_NULL, 0) : half.Connect(name, MPI.INFO_NULL, 0);
            Check.equal(size - half.Size(), both.Remote_size(), "remote size");
            int[] numbers = new int[both.Remote_size()];
            both.Allgather(new int[] {rank}, 0, 1, MPI.INT, numbers, 0, 1, MPI.INT);
            for (int i = 0; i < numbers.length; i++)
                Check.equal(accepts ? half.Size() + i : i, numbers[i], "number of a rank of the other group");
            both.Disconnect();
        }
        if (rank == 0) MPI.Close_port(name);
        half.Free();
        MPI.Finalize();
    }
}

import mpi.*;

/** Derived datatypes, and packing. */
public class Types {
    public static void main(String args[]) throws MPIException {
        MPI.Init(args);
        Datatype row = Datatype.Contiguous(10, MPI.DOUBLE);
        Datatype column = Datatype.Vector(10, 1, 10, MPI.DOUBLE);
        Datatype columns = Datatype.Hvector(2, 1, 1, column);
        Datatype triangle = Datatype.Indexed(new int[] {1, 2, 3}, new int[] {0, 10, 20}, MPI.DOUBLE);
        Datatype rows = Datatype.Hindexed(new int[] {1, 1}, new int[] {0, 20}, row);
        int[] blocklengths = {1, 1, 1}, displacements = {0, 2, 12};
        Datatype framed =
                Datatype.Struct(blocklengths, displacements, new Datatype[] {MPI.LB, row, MPI.UB});
        Datatype[] types = {row, column, columns, triangle, rows, framed};
        for (int i = 0; i < types.length; i++) {
            types[i].Commit();
            System.out.println(types[i].Extent() + " " + types[i].Lb() + " " + types[i].Ub() + " " + types[i].Size());
        }
        double[] matrix = new double[100];
        int me = MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Sendrecv(matrix, 0, 1, column, me, 1, matrix, 1, 1, column, me, 1);
        for (int i = 0; i < types.length; i++) types[i].free();
        pack(me);
        MPI.Finalize();
    }

    static void pack(int me) throws MPIException {
        byte[] packed = new byte[MPI.COMM_WORLD.Pack_size(3, MPI.DOUBLE)];
        int position = 0;
        position = MPI.COMM_WORLD.Pack(new int[] {3}, 0, 1, MPI.INT, packed, position);
        position = MPI.COMM_WORLD.Pack(new double[] {1.1, 2.2}, 0, 2, MPI.DOUBLE, packed, position);
        MPI.COMM_WORLD.Sendrecv_replace(packed, 0, position, MPI.PACKED, me, 2, me, 2);
        int[] number = new int[1];
        double[] values = new double[2];
        position = MPI.COMM_WORLD.Unpack(packed, 0, number, 0, 1, MPI.INT);
        position = MPI.COMM_WORLD.Unpack(packed, position, values, 0, 2, MPI.DOUBLE);
    }
}

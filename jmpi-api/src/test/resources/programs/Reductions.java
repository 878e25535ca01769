import mpi.*;

/** Every predefined operator, and operators of one's own. */
public class Reductions {
    /** Declares nothing. */
    static class Longest extends User_function {
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            String[] in = (String[]) invec, inout = (String[]) inoutvec;
            for (int i = 0; i < count; i++)
                if (in[inoffset + i].length() > inout[inoutoffset + i].length())
                    inout[inoutoffset + i] = in[inoffset + i];
        }
    }

    /** Declares what it throws. */
    static class Norm extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
                throws MPIException {
            double[] in = (double[]) invec, inout = (double[]) inoutvec;
            if (datatype.Size() != 1) throw new MPIException("one number at a time");
            for (int i = 0; i < count; i++)
                inout[inoutoffset + i] = Math.hypot(in[inoffset + i], inout[inoutoffset + i]);
        }
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Op[] bits = {MPI.BAND, MPI.BOR, MPI.BXOR};
        Op[] truths = {MPI.LAND, MPI.LOR, MPI.LXOR};
        Op[] places = {MPI.MAXLOC, MPI.MINLOC};
        for (int i = 0; i < bits.length; i++) {
            MPI.COMM_WORLD.Allreduce(new byte[1], 0, new byte[1], 0, 1, MPI.BYTE, bits[i]);
            MPI.COMM_WORLD.Allreduce(new boolean[1], 0, new boolean[1], 0, 1, MPI.BOOLEAN, truths[i]);
        }
        for (int i = 0; i < places.length; i++) {
            MPI.COMM_WORLD.Allreduce(new int[2], 0, new int[2], 0, 1, MPI.INT2, places[i]);
            MPI.COMM_WORLD.Allreduce(new short[2], 0, new short[2], 0, 1, MPI.SHORT2, places[i]);
            MPI.COMM_WORLD.Allreduce(new long[2], 0, new long[2], 0, 1, MPI.LONG2, places[i]);
            MPI.COMM_WORLD.Allreduce(new float[2], 0, new float[2], 0, 1, MPI.FLOAT2, places[i]);
            MPI.COMM_WORLD.Allreduce(new double[2], 0, new double[2], 0, 1, MPI.DOUBLE2, places[i]);
        }
        Op norm = new Op(new Norm(), true);
        double[] length = {3};
        norm.Call(new double[] {4}, 0, length, 0, 1, MPI.DOUBLE);
        MPI.COMM_WORLD.Reduce(length, 0, length.clone(), 0, 1, MPI.DOUBLE, norm, 0);
        norm.free();
        MPI.COMM_WORLD.Scan(new float[1], 0, new float[1], 0, 1, MPI.FLOAT, MPI.SUM);
        MPI.COMM_WORLD.Allreduce(new String[] {"a"}, 0, new String[1], 0, 1, MPI.OBJECT, new Op(new Longest(), false));
        MPI.Finalize();
    }
}

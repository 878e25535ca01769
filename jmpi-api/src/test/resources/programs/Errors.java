import mpi.*;

/** What a failed call tells. */
public class Errors {
    static class Timeout extends MPIException {
        Timeout(String message) {
            super(message);
        }
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, -7, 0);
        } catch (MPIException e) {
            System.out.println(e.Get_error_code() + ": " + e.Get_error_string());
            report(e.Get_error_class());
        } finally {
            MPI.Finalize();
        }
        Status status = new Status();
        if (status.source == MPI.ANY_SOURCE) throw new Timeout("at the end");
        if (args.length > 0) throw new MPIException(new IllegalStateException(args[0]));
        throw new MPIException();
    }

    static void report(int code) {
        int[] classes = {
            MPI.SUCCESS, MPI.ERR_BUFFER, MPI.ERR_COUNT, MPI.ERR_TYPE, MPI.ERR_TAG, MPI.ERR_COMM, MPI.ERR_RANK,
            MPI.ERR_REQUEST, MPI.ERR_ROOT, MPI.ERR_GROUP, MPI.ERR_OP, MPI.ERR_TOPOLOGY, MPI.ERR_DIMS, MPI.ERR_ARG,
            MPI.ERR_UNKNOWN, MPI.ERR_TRUNCATE, MPI.ERR_OTHER, MPI.ERR_INTERN, MPI.ERR_IN_STATUS, MPI.ERR_PENDING,
            MPI.ERR_LASTCODE
        };
        for (int i = 0; i < classes.length; i++) if (classes[i] == code) System.out.println("class " + i);
    }
}

import java.nio.ByteBuffer;
import mpi.*;

/**
 * Everything about a rank's surroundings, in the manner of mpiJava: MPIException is caught wherever it may come from.
 */
public class Environment {
    static MPI mpi = new MPI(); // some keep one, although everything is static

    public static void main(String args[]) {
        try {
            if (!MPI.Initialized()) args = MPI.Init(args);
            double start = MPI.Wtime();
            attributes();
            buffers();
            handlers();
            System.out.println(MPI.Get_processor_name() + " " + (MPI.Wtime() - start) / MPI.Wtick());
            MPI.Finalize();
        } catch (MPIException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    static void attributes() throws MPIException {
        int bound = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);
        Object host = MPI.COMM_WORLD.Attr_get(MPI.HOST);
        int io = ((Integer) MPI.COMM_WORLD.Attr_get(MPI.IO)).intValue();
        if (bound < 32767 || io != MPI.ANY_SOURCE && host == null) MPI.COMM_WORLD.Abort(5);
        Comm copy = (Comm) MPI.COMM_SELF.clone();
        copy.Attr_put(MPI.IO, 1);
        copy.Attr_delete(MPI.IO);
        copy.Free();
    }

    static void buffers() throws MPIException {
        int size = MPI.COMM_WORLD.Pack_size(1000, MPI.INT) + MPI.BSEND_OVERHEAD + MPI.SEND_OVERHEAD + MPI.RECV_OVERHEAD;
        MPI.Buffer_attach(new byte[size]);
        byte[] buffer = MPI.Buffer_detach();
        MPI.Buffer_attach(ByteBuffer.allocateDirect(buffer.length));
        MPI.Buffer_detach();
    }

    static void handlers() throws MPIException {
        Errhandler before = MPI.COMM_WORLD.Errorhandler_get();
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        MPI.COMM_WORLD.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
        if (MPI.COMM_WORLD.Errhandler_get() != before) MPI.COMM_WORLD.Errhandler_set(before);
        MPI.Errorhandler_set(MPI.ERRORS_RETURN);
        before = MPI.Errorhandler_get();
    }
}

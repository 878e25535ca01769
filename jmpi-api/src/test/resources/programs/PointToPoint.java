import java.io.Serializable;
import mpi.*;

/** Blocking messages between the first two ranks. */
public class PointToPoint {
    static class Particle implements Serializable {
        double x, y;
        String name = "p";
    }

    static public void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        if (size < 2 || me > 1) {
            MPI.Finalize();
            return;
        }
        if (me == 0) send(1);
        else receive(0);
        exchange(1 - me);
        MPI.Finalize();
    }

    static void send(int dest) throws MPIException {
        char[] message = "Hello, there".toCharArray();
        MPI.COMM_WORLD.Send(message, 0, message.length, MPI.CHAR, dest, 99);
        MPI.COMM_WORLD.Ssend(new byte[] {1, 2, 3}, 1, 2, MPI.BYTE, dest, 1);
        MPI.COMM_WORLD.Rsend(new short[5], 0, 5, MPI.SHORT, dest, 2);
        MPI.COMM_WORLD.Bsend(new boolean[] {true}, 0, 1, MPI.BOOLEAN, dest, 3);
        Particle[] particles = {new Particle(), new Particle()};
        MPI.COMM_WORLD.Send(particles, 0, particles.length, MPI.OBJECT, dest, 4);
        float[][] table = new float[4][3];
        MPI.COMM_WORLD.Send(table, 0, table.length, MPI.OBJECT, dest, 5);
        MPI.COMM_WORLD.Send(new long[] {7L}, 0, 1, MPI.LONG, dest, 6);
    }

    static void receive(int source) throws MPIException {
        char[] message = new char[20];
        Status status = MPI.COMM_WORLD.Recv(message, 0, 20, MPI.CHAR, source, 99);
        System.out.println("received: " + new String(message, 0, status.Get_count(MPI.CHAR)) + " :");
        System.out.println(status.source + " " + status.tag + " " + status.count + " " + status.numEls);
        while (MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null) Thread.yield();
        status = MPI.COMM_WORLD.Probe(source, 1);
        byte[] bytes = new byte[status.Get_count(MPI.BYTE)];
        MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, status.source, status.tag);
        MPI.COMM_WORLD.Recv(new short[5], 0, 5, MPI.SHORT, source, 2);
        MPI.COMM_WORLD.Recv(new boolean[1], 0, 1, MPI.BOOLEAN, source, 3);
        Object[] particles = new Object[2];
        MPI.COMM_WORLD.Recv(particles, 0, 2, MPI.OBJECT, source, 4);
        System.out.println(((Particle) particles[1]).name);
        MPI.COMM_WORLD.Recv(new float[4][3], 0, 4, MPI.OBJECT, source, 5);
        MPI.COMM_WORLD.Recv(new long[1], 0, 1, MPI.LONG, source, 6);
    }

    static void exchange(int other) throws MPIException {
        double[] out = {1.5, 2.5}, in = new double[2];
        Status status = MPI.COMM_WORLD.Sendrecv(out, 0, 2, MPI.DOUBLE, other, 7, in, 0, 2, MPI.DOUBLE, other, 7);
        if (status.Get_elements(MPI.DOUBLE) != 2 || status.index != MPI.UNDEFINED) status.free();
        MPI.COMM_WORLD.Sendrecv_replace(in, 0, 2, MPI.DOUBLE, other, 8, MPI.PROC_NULL, 8);
    }
}

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Does as pingpong.c. Messages to and fro have arrays. The binding's non-blocking calls take direct buffers only, so
 * those of a window have one.
 */
public final class PingPong {
    private static final int WINDOW = 64, REPETITIONS = 64, LONGEST_IN_WINDOW = 1 << 20;
    private static final int TAG_DATA = 1, TAG_ANSWER = 2, TAG_COUNT = 3;

    private interface Exchange {
        void run() throws MPIException;
    }

    private final Comm world = MPI.COMM_WORLD;
    private final boolean first = world.getRank() == 0;
    private final int other = 1 - world.getRank();
    private final int ranks = world.getSize();
    private final CommandLine line;
    private final long[] count = new long[1];
    private byte[] array;
    private ByteBuffer direct;

    private PingPong(CommandLine line) throws MPIException {
        this.line = line;
    }

    public static void main(String[] args) throws MPIException {
        CommandLine line = new CommandLine(MPI.Init(args));
        if (MPI.COMM_WORLD.getRank() < 2) new PingPong(line).run();
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }

    private void run() throws MPIException {
        for (int size : line.sizes()) {
            array = new byte[size];
            if (line.paper) measureAsInPaper();
            else measure("pingpong", this::roundTrip, 2);
        }
        for (int size : line.sizes()) {
            if (line.paper || size > LONGEST_IN_WINDOW) continue;
            array = new byte[size];
            direct = MPI.newByteBuffer(size);
            measure("stream", this::window, WINDOW);
        }
    }

    private void roundTrip() throws MPIException {
        if (first) world.send(array, array.length, MPI.BYTE, other, TAG_DATA);
        world.recv(array, array.length, MPI.BYTE, other, TAG_DATA);
        if (!first) world.send(array, array.length, MPI.BYTE, other, TAG_DATA);
    }

    private void window() throws MPIException {
        Request[] requests = new Request[WINDOW];
        int size = array.length;
        for (int i = 0; i < WINDOW; i++)
            requests[i] = first
                    ? world.iSend(direct, size, MPI.BYTE, other, TAG_DATA)
                    : world.iRecv(direct, size, MPI.BYTE, other, TAG_DATA);
        Request.waitAll(requests);
        byte[] answer = new byte[1];
        if (first) world.recv(answer, 1, MPI.BYTE, other, TAG_ANSWER);
        else world.send(answer, 1, MPI.BYTE, other, TAG_ANSWER);
    }

    private void announce(long exchanges) throws MPIException {
        count[0] = exchanges;
        world.send(count, 1, MPI.LONG, other, TAG_COUNT);
    }

    private long lead(Exchange exchange, long exchanges) throws MPIException {
        announce(exchanges);
        long start = System.nanoTime();
        for (long i = 0; i < exchanges; i++) exchange.run();
        return System.nanoTime() - start;
    }

    private void follow(Exchange exchange) throws MPIException {
        while (true) {
            world.recv(count, 1, MPI.LONG, other, TAG_COUNT);
            if (count[0] == 0) return;
            for (long i = 0; i < count[0]; i++) exchange.run();
        }
    }

    private long warmUp(String op, Exchange exchange) throws MPIException {
        long exchanges = 1;
        if (!first) {
            follow(exchange);
            return exchanges;
        }
        long nanos;
        long untimed = line.warmUpNanos(op);
        for (long spent = 0; spent < untimed; spent += nanos) {
            nanos = lead(exchange, exchanges);
            exchanges = line.next(exchanges, nanos);
        }
        announce(0);
        return exchanges;
    }

    private void measure(String op, Exchange exchange, int messages) throws MPIException {
        long exchanges = warmUp(op, exchange);
        if (!first) {
            follow(exchange);
            return;
        }
        double[] micros = new double[line.batches];
        for (int k = 0; k < micros.length; k++) micros[k] = lead(exchange, exchanges) / 1e3 / exchanges / messages;
        announce(0);
        CommandLine.print(op, ranks, array.length, micros);
    }

    private void measureAsInPaper() throws MPIException {
        warmUp("pingpong", this::roundTrip);
        double[] micros = new double[REPETITIONS];
        for (int k = 0; k < micros.length; k++) {
            long start = System.nanoTime();
            roundTrip();
            micros[k] = (System.nanoTime() - start) / 1e3;
        }
        if (first) CommandLine.print("roundtrip", ranks, array.length, micros);
    }
}

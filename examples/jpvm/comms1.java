import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * COMMS1 of the ParkBench collection: a message goes to another task and comes back. The latency and the time for each
 * byte follow from the round trips by linear regression.
 *
 * <p>{@code jmpirun -np 1 -cp classes comms1 [seconds for each size]}
 */
class comms1 {
    private static final int[] SIZES = {1, 100, 1000, 10_000, 100_000, 1_000_000};
    private static final int ECHO = 1;
    private static final int END = 2;

    public static void main(String[] args) {
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment();
            if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent)
                measure(jpvm, args.length > 0 ? Double.parseDouble(args[0]) : 0.5);
            else echo(jpvm);
            jpvm.pvm_exit();
        } catch (jpvmException e) {
            System.out.println(e);
        }
    }

    private static void measure(jpvmEnvironment jpvm, double seconds) throws jpvmException {
        jpvmTaskId[] tids = new jpvmTaskId[1];
        jpvm.pvm_spawn("comms1", 1, tids);
        double[] micros = new double[SIZES.length];
        System.out.println("bytes     round trip [us]   bandwidth [MB/s]");
        for (int i = 0; i < SIZES.length; i++) {
            roundTrips(jpvm, tids[0], SIZES[i], seconds / 2); // the JVM compiles
            micros[i] = roundTrips(jpvm, tids[0], SIZES[i], seconds);
            System.out.printf("%-9d %15.1f   %16.2f%n", SIZES[i], micros[i], 2 * SIZES[i] / micros[i]);
        }
        regression(micros);
        jpvm.pvm_send(new jpvmBuffer(), tids[0], END);
    }

    /** Returns the time of a round trip in us. */
    private static double roundTrips(jpvmEnvironment jpvm, jpvmTaskId to, int size, double seconds)
            throws jpvmException {
        byte[] bytes = new byte[size];
        long start = System.nanoTime();
        long trips = 0;
        do {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(bytes, size, 1);
            jpvm.pvm_send(buffer, to, ECHO);
            jpvm.pvm_recv(to, ECHO).buffer.unpack(bytes, size, 1);
            trips++;
        } while (System.nanoTime() - start < seconds * 1e9);
        return (System.nanoTime() - start) / 1e3 / trips;
    }

    private static void echo(jpvmEnvironment jpvm) throws jpvmException {
        for (jpvmMessage message = jpvm.pvm_recv(); message.messageTag == ECHO; message = jpvm.pvm_recv())
            jpvm.pvm_send(message.buffer, message.sourceTid, ECHO);
    }

    /** Prints the line that is nearest to the times. */
    private static void regression(double[] micros) {
        double meanSize = 0;
        double meanTime = 0;
        for (int i = 0; i < SIZES.length; i++) {
            meanSize += (double) SIZES[i] / SIZES.length;
            meanTime += micros[i] / SIZES.length;
        }
        double both = 0;
        double square = 0;
        for (int i = 0; i < SIZES.length; i++) {
            both += (SIZES[i] - meanSize) * (micros[i] - meanTime);
            square += (SIZES[i] - meanSize) * (SIZES[i] - meanSize);
        }
        double perByte = both / square;
        System.out.printf("latency of a round trip: %.1f us, time for each byte: %.5f us%n",
                meanTime - perByte * meanSize, perByte);
    }
}

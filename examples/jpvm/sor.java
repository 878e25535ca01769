import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Successive over-relaxation: the temperatures of a plate, one edge of which is hot. Each task has some rows, and
 * exchanges its outer ones with the tasks beside it. Red points are computed first, then black ones.
 *
 * <p>{@code jmpirun -np 1 -cp classes sor [size [tasks [sweeps]]]}
 */
class sor {
    private static final int START = 1;
    private static final int RESULT = 2;
    private static final int DOWN = 3;
    private static final int UP = 4;
    private static final double OMEGA = 1.5;

    public static void main(String[] args) {
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment();
            if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) {
                int size = args.length > 0 ? Integer.parseInt(args[0]) : 64;
                int tasks = args.length > 1 ? Integer.parseInt(args[1]) : 2;
                int sweeps = args.length > 2 ? Integer.parseInt(args[2]) : 100;
                double[][] plate = solve(jpvm, size, tasks, sweeps);
                System.out.println("largest difference from one task: " + difference(plate, size, sweeps));
            } else {
                work(jpvm);
            }
            jpvm.pvm_exit();
        } catch (jpvmException e) {
            System.out.println(e);
        }
    }

    private static double[][] solve(jpvmEnvironment jpvm, int size, int tasks, int sweeps) throws jpvmException {
        jpvmTaskId[] tids = new jpvmTaskId[tasks];
        int started = jpvm.pvm_spawn("sor", tasks, tids);
        jpvmBuffer start = new jpvmBuffer();
        start.pack(size);
        start.pack(sweeps);
        start.pack(started);
        start.pack(tids, started, 1);
        jpvm.pvm_mcast(start, tids, started, START);
        double[][] plate = plate(size);
        for (int t = 0; t < started; t++) {
            jpvmMessage message = jpvm.pvm_recv(tids[t], RESULT);
            for (int i = first(size, t, started); i < first(size, t + 1, started); i++)
                message.buffer.unpack(plate[i], size + 2, 1);
        }
        return plate;
    }

    /** Returns the first row of a task; rows 0 and size + 1 are the edge. */
    private static int first(int size, int task, int tasks) {
        return 1 + size * task / tasks;
    }

    private static double[][] plate(int size) {
        double[][] plate = new double[size + 2][size + 2];
        for (int j = 0; j < size + 2; j++) plate[0][j] = 100;
        return plate;
    }

    private static void work(jpvmEnvironment jpvm) throws jpvmException {
        jpvmMessage start = jpvm.pvm_recv(START);
        int size = start.buffer.upkint();
        int sweeps = start.buffer.upkint();
        int tasks = start.buffer.upkint();
        jpvmTaskId[] tids = new jpvmTaskId[tasks];
        start.buffer.unpack(tids, tasks, 1);
        int me = 0;
        while (!tids[me].equals(jpvm.pvm_mytid())) me++;
        int from = first(size, me, tasks);
        int to = first(size, me + 1, tasks);
        double[][] plate = plate(size);
        for (int half = 0; half < 2 * sweeps; half++) {
            if (me > 0) send(jpvm, plate[from], tids[me - 1], UP);
            if (me < tasks - 1) send(jpvm, plate[to - 1], tids[me + 1], DOWN);
            if (me > 0) jpvm.pvm_recv(tids[me - 1], DOWN).buffer.unpack(plate[from - 1], size + 2, 1);
            if (me < tasks - 1) jpvm.pvm_recv(tids[me + 1], UP).buffer.unpack(plate[to], size + 2, 1);
            relax(plate, from, to, size, half % 2);
        }
        jpvmBuffer result = new jpvmBuffer();
        for (int i = from; i < to; i++) result.pack(plate[i], size + 2, 1);
        jpvm.pvm_send(result, start.sourceTid, RESULT);
    }

    private static void send(jpvmEnvironment jpvm, double[] row, jpvmTaskId to, int tag) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(row, row.length, 1);
        jpvm.pvm_send(buffer, to, tag);
    }

    private static void relax(double[][] u, int from, int to, int size, int colour) {
        for (int i = from; i < to; i++)
            for (int j = 1 + (i + colour) % 2; j <= size; j += 2)
                u[i][j] += OMEGA * ((u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4 - u[i][j]);
    }

    private static double difference(double[][] plate, int size, int sweeps) {
        double[][] alone = plate(size);
        for (int half = 0; half < 2 * sweeps; half++) relax(alone, 1, size + 1, size, half % 2);
        double largest = 0;
        for (int i = 1; i <= size; i++)
            for (int j = 1; j <= size; j++) largest = Math.max(largest, Math.abs(plate[i][j] - alone[i][j]));
        return largest;
    }
}

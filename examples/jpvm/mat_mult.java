import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Multiplies two matrices: each task has some rows of the first one and all of the second one.
 *
 * <p>{@code jmpirun -np 1 -cp classes mat_mult [size [tasks]]}
 */
class mat_mult {
    private static final int WORK = 1;
    private static final int RESULT = 2;

    public static void main(String[] args) {
        try {
            jpvmEnvironment jpvm = new jpvmEnvironment();
            if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) {
                int size = args.length > 0 ? Integer.parseInt(args[0]) : 256;
                int tasks = args.length > 1 ? Integer.parseInt(args[1]) : 2;
                print(product(jpvm, size, tasks), size, tasks);
            } else {
                work(jpvm);
            }
            jpvm.pvm_exit();
        } catch (jpvmException e) {
            System.out.println(e);
        }
    }

    private static double[] product(jpvmEnvironment jpvm, int size, int tasks) throws jpvmException {
        double[] a = matrix(size, 1);
        double[] b = matrix(size, 2);
        jpvmTaskId[] tids = new jpvmTaskId[tasks];
        int started = jpvm.pvm_spawn("mat_mult", tasks, tids);
        for (int t = 0; t < started; t++) {
            int first = size * t / started;
            int rows = size * (t + 1) / started - first;
            jpvmBuffer work = new jpvmBuffer();
            work.pack(size);
            work.pack(first);
            work.pack(rows);
            double[] part = new double[rows * size];
            System.arraycopy(a, first * size, part, 0, part.length);
            work.pack(part, part.length, 1);
            work.pack(b, b.length, 1);
            jpvm.pvm_send(work, tids[t], WORK);
        }
        double[] c = new double[size * size];
        for (int t = 0; t < started; t++) {
            jpvmMessage message = jpvm.pvm_recv(RESULT);
            int first = message.buffer.upkint();
            int rows = message.buffer.upkint();
            double[] part = new double[rows * size];
            message.buffer.unpack(part, part.length, 1);
            System.arraycopy(part, 0, c, first * size, part.length);
        }
        return c;
    }

    private static void work(jpvmEnvironment jpvm) throws jpvmException {
        jpvmMessage work = jpvm.pvm_recv(jpvm.pvm_parent(), WORK);
        int size = work.buffer.upkint();
        int first = work.buffer.upkint();
        int rows = work.buffer.upkint();
        double[] a = new double[rows * size];
        double[] b = new double[size * size];
        work.buffer.unpack(a, a.length, 1);
        work.buffer.unpack(b, b.length, 1);
        double[] c = new double[rows * size];
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < size; k++)
                for (int j = 0; j < size; j++) c[i * size + j] += a[i * size + k] * b[k * size + j];
        jpvmBuffer result = new jpvmBuffer();
        result.pack(first);
        result.pack(rows);
        result.pack(c, c.length, 1);
        jpvm.pvm_send(result, work.sourceTid, RESULT);
    }

    /** Returns a matrix of small whole numbers, so that each sum is exact. */
    private static double[] matrix(int size, int seed) {
        double[] matrix = new double[size * size];
        for (int i = 0; i < matrix.length; i++) matrix[i] = (i * seed + i / size) % 7 - 3;
        return matrix;
    }

    private static void print(double[] c, int size, int tasks) {
        double[] a = matrix(size, 1);
        double[] b = matrix(size, 2);
        int wrong = 0;
        for (int i = 0; i < size; i++) {
            int j = (i * 31 + 7) % size;
            double sum = 0;
            for (int k = 0; k < size; k++) sum += a[i * size + k] * b[k * size + j];
            if (sum != c[i * size + j]) wrong++;
        }
        System.out.println("product of " + size + " x " + size + " by " + tasks + " tasks, wrong elements: " + wrong);
    }
}

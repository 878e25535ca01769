import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The command line of bench.h, how long is measured, and the lines of output. */
final class CommandLine {
    private boolean quick;
    private int[] sizes = {};
    boolean paper;
    int warmUp;
    int rounds;
    int size;
    int batches = 9;
    private double batchNanos = 20e6;
    private long firstWarmUpNanos = 4_000_000_000L;
    private long operationWarmUpNanos = 1_000_000_000;
    private long warmUpNanos = 200_000_000;
    private final Set<String> operations = new HashSet<>();

    CommandLine(String[] words) {
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--quick" -> quick();
                case "--paper" -> paper = true;
                case "--samples" -> {}
                case "--sizes" -> sizes = Arrays.stream(words[++i].split(" ")).mapToInt(Integer::parseInt).toArray();
                case "--warm-up" -> warmUp = Integer.parseInt(words[++i]);
                case "--rounds" -> rounds = Integer.parseInt(words[++i]);
                case "--size" -> size = Integer.parseInt(words[++i]);
                default -> throw new IllegalArgumentException("unknown: " + words[i]);
            }
        }
    }

    private void quick() {
        quick = true;
        batches = 5;
        batchNanos = 4e6;
        firstWarmUpNanos = 300_000_000;
        operationWarmUpNanos = 30_000_000;
        warmUpNanos = 30_000_000;
    }

    boolean isQuick() {
        return quick;
    }

    int[] sizes() {
        return sizes;
    }

    /** Returns the time in ns of the untimed work before the next series of an operation. */
    long warmUpNanos(String operation) {
        boolean isFirst = operations.isEmpty();
        if (!operations.add(operation)) return warmUpNanos;
        return isFirst ? firstWarmUpNanos : operationWarmUpNanos;
    }

    /** Returns how many operations to time next, if so many took these nanoseconds. */
    long next(long count, long nanos) {
        return nanos < batchNanos / 2 ? 2 * count : Math.max(1, (long) (count * batchNanos / nanos));
    }

    static void print(String op, int ranks, long bytes, double[] micros) {
        StringBuilder line = new StringBuilder("sample," + op + "," + ranks + "," + bytes);
        for (int k = 0; k < micros.length; k++)
            line.append(k == 0 ? ',' : ' ').append(String.format(Locale.ROOT, "%.4f", micros[k]));
        System.out.println(line);
    }
}

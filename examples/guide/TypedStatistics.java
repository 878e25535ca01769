import java.util.Arrays;
import java.util.List;
import org.jmpi.Jmpi;
import org.jmpi.Operator;
import org.jmpi.World;

public class TypedStatistics {
    private static final int PER_RANK = 3;

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            boolean isRoot = world.rank() == 0;
            int length = world.broadcast(isRoot ? PER_RANK : null, 0);
            int count = length * world.size();

            double[] all = isRoot ? samples(count) : null;
            double[] mine = new double[length];
            world.scatterInto(all, mine, 0);

            double mean = world.allReduce(Arrays.stream(mine).sum(), Operator.SUM) / count;
            double square = Arrays.stream(mine).map(x -> (x - mean) * (x - mean)).sum();
            double variance = world.allReduce(square, Operator.SUM) / count;
            List<Double> maxima = world.gather(Arrays.stream(mine).max().orElseThrow(), 0);

            if (isRoot) {
                System.out.println("samples  " + Arrays.toString(all));
                System.out.println("mean     " + mean);
                System.out.println("variance " + variance);
                System.out.println("maxima   " + maxima);
            }
        }
    }

    private static double[] samples(int count) {
        double[] samples = new double[count];
        for (int i = 0; i < count; i++) samples[i] = i * 5 % 12;
        return samples;
    }
}

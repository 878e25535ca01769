import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BinaryOperator;
import org.jmpi.Jmpi;
import org.jmpi.Operator;
import org.jmpi.World;

public class TypedReductions {
    private record Reading(double temperature, int rank) implements Serializable {
        @Override
        public String toString() {
            return temperature + " at rank " + rank;
        }
    }

    /** Maps x to slope * x + offset. */
    private record Line(long slope, long offset) implements Serializable {
        Line then(Line next) {
            return new Line(slope * next.slope, offset * next.slope + next.offset);
        }

        @Override
        public String toString() {
            return "x -> " + slope + " x + " + offset;
        }
    }

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            int rank = world.rank();
            world.reduce(new int[] {1 << rank, rank % 2}, Operator.BOR, 0)
                    .ifPresent(bits -> System.out.println("bitwise or     " + Arrays.toString(bits)));

            Reading mine = new Reading(20 + rank * 3 % 4, rank);
            world.reduce(mine, BinaryOperator.maxBy(Comparator.comparing(Reading::temperature)), 0)
                    .ifPresent(max -> System.out.println("hottest        " + max));

            Line line = new Line(rank + 1, rank);
            world.reduce(line, Line::then, 0).ifPresent(all -> System.out.println("all maps       " + all));
            Line sofar = world.scan(line, Line::then);
            if (rank == 2) world.send(sofar, 0);
            if (rank == 0) System.out.println("maps of 0 to 2 " + world.receive(Line.class, 2));
        }
    }
}

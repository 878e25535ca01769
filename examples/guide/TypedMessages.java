import java.util.Arrays;
import org.jmpi.Jmpi;
import org.jmpi.Message;
import org.jmpi.World;

public class TypedMessages {
    private static final int NUMBERS = 1;
    private static final int TOTAL = 2;

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            if (world.rank() == 0) ask(world);
            if (world.rank() == 1) answer(world);
            int right = (world.rank() + 1) % world.size();
            int left = (world.rank() + world.size() - 1) % world.size();
            int received = world.sendReceive(world.rank() * world.rank(), right, int.class, left);
            System.out.println("rank " + world.rank() + ": " + received + " from the left");
        }
    }

    private static void ask(World world) {
        world.send(new double[] {1.5, 2.5, 3.5}, 1, NUMBERS);
        System.out.println("rank 0: the total is " + world.receive(double.class, 1, TOTAL));
    }

    private static void answer(World world) {
        Message<double[]> numbers = world.receiveMessage(double[].class, World.ANY_SOURCE, NUMBERS);
        System.out.println("rank 1: " + numbers.value().length + " numbers from rank " + numbers.source());
        world.send(Arrays.stream(numbers.value()).sum(), numbers.source(), TOTAL);
    }
}

import java.util.Arrays;
import org.jmpi.dsm.SharedInts;
import org.jmpi.dsm.SharedSpace;

public class Turns {
    private static final int ROUNDS = 2;

    public static void main(String[] args) {
        try (SharedSpace space = SharedSpace.make()) {
            int length = ROUNDS * space.size();
            SharedInts list = space.ints(1 + length); // how many there are, then the ranks
            for (int round = 0; round < ROUNDS; round++) {
                space.lock(0);
                while (list.get(0) % space.size() != space.rank()) space.await(0, 0);
                list.set(0, list.get(0) + 1);
                list.set(list.get(0), space.rank());
                space.broadcast(0, 0);
                space.unlock(0);
            }
            space.barrier();
            int[] ranks = new int[length];
            if (space.rank() == 0) {
                list.read(1, ranks, 0, length);
                System.out.println(Arrays.toString(ranks));
            }
        }
    }
}

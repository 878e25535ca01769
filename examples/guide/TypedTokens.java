import org.jmpi.Jmpi;
import org.jmpi.World;

public class TypedTokens {
    private static final int THREADS = 3;

    public static void main(String[] args) throws InterruptedException {
        try (World world = Jmpi.world()) {
            int[] totals = totals(world);
            if (world.rank() == 0)
                for (int i = 0; i < THREADS; i++) System.out.println("token " + i + " has collected " + totals[i]);
        }
    }

    /** Sends one token per thread round the ring of ranks, and returns on each rank what they have collected there. */
    static int[] totals(World world) throws InterruptedException {
        int[] totals = new int[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int tag = i;
            threads[i] = new Thread(() -> totals[tag] = pass(world, tag));
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        return totals;
    }

    private static int pass(World world, int tag) {
        int rank = world.rank();
        int size = world.size();
        int token = rank == 0 ? 100 * tag : world.receive(int.class, rank - 1, tag) + rank;
        world.send(token, (rank + 1) % size, tag);
        return rank == 0 ? world.receive(int.class, size - 1, tag) : token;
    }
}

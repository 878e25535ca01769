import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.jmpi.Message;
import org.jmpi.MpiFuture;
import org.jmpi.World;

public class TypedPrimes {
    private static final int PER_RANK = 25_000;

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            if (world.rank() == 0) collect(world);
            else world.sendAsync(primesOf(world.rank()), 0).join();
        }
    }

    private static void collect(World world) {
        List<MpiFuture<Message<Integer>>> open = new ArrayList<>();
        for (int source = 1; source < world.size(); source++)
            open.add(world.receiveMessageAsync(Integer.class, source, World.ANY_TAG));
        int total = primesOf(0);
        while (!open.isEmpty()) {
            MpiFuture<Message<Integer>> done = MpiFuture.any(open);
            open.remove(done);
            Message<Integer> count = done.join();
            System.out.println("rank " + count.source() + " found " + count.value());
            total += count.value();
        }
        System.out.println("primes below " + world.size() * PER_RANK + ": " + total);
    }

    /** Returns how many primes there are in a rank's share of the numbers. */
    private static int primesOf(int rank) {
        int count = 0;
        for (int n = rank * PER_RANK; n < (rank + 1) * PER_RANK; n++) if (isPrime(n)) count++;
        return count;
    }

    private static boolean isPrime(int n) {
        for (int d = 2; d * d <= n; d++) if (n % d == 0) return false;
        return n > 1;
    }
}

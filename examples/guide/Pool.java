import org.jmpi.dsm.SharedLongs;
import org.jmpi.dsm.SharedSpace;

public class Pool {
    private static final int TASKS = 8;

    public static void main(String[] args) {
        try (SharedSpace space = SharedSpace.make()) {
            SharedLongs next = space.longs(1);
            SharedLongs results = space.longs(TASKS);
            for (int task = take(space, next); task < TASKS; task = take(space, next))
                results.set(task, factorial(task));
            space.barrier();
            if (space.rank() == 0)
                for (int i = 0; i < TASKS; i++) System.out.println(i + "! is " + results.get(i));
        }
    }

    private static int take(SharedSpace space, SharedLongs next) {
        space.lock(0);
        long task = next.get(0);
        next.set(0, task + 1);
        space.unlock(0);
        return (int) task;
    }

    private static long factorial(long n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }
}

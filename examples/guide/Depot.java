import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.rpc.Atomic;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.OneWay;
import org.jmpi.rpc.Simple;

public class Depot {
    /** Work of rank 0 for the others. */
    interface Orders {
        @Simple
        int total();

        @Atomic
        int next(); // -1: none is left

        @Atomic
        void done(int order, String how);

        List<String> report();
    }

    /** Work of each rank for the others. */
    interface Clerk {
        String pack(int order);

        @OneWay
        void greet(String name);
    }

    static class OrderBook implements Orders {
        private final Queue<Integer> open = new ArrayDeque<>(List.of(11, 12, 13, 14, 15, 16));
        private final List<String> done = new ArrayList<>();

        @Override
        public int total() {
            return 6;
        }

        @Override
        public int next() {
            return open.isEmpty() ? -1 : open.remove();
        }

        @Override
        public void done(int order, String how) {
            done.add(order + " " + how);
        }

        @Override
        public List<String> report() {
            return done.stream().sorted().toList();
        }
    }

    static class Packer implements Clerk {
        @Override
        public String pack(int order) {
            if (order == 13) throw new IllegalArgumentException("no order 13");
            return order % 2 == 0 ? "in a box" : "in paper";
        }

        @Override
        public void greet(String name) {
            System.out.println("hello from " + name);
        }
    }

    public static void main(String[] args) {
        World world = Jmpi.world();
        ObjectSpace space = ObjectSpace.open();
        Orders orders = space.createStatic(0, Orders.class, "Depot$OrderBook").get();
        List<GlobalRef<Clerk>> clerks = space.exportAll(Clerk.class, new Packer());
        Clerk next = clerks.get((space.rank() + 1) % space.size()).get();
        for (int order = orders.next(); order >= 0; order = orders.next()) orders.done(order, packed(next, order));
        world.barrier();
        if (space.rank() == 1) System.out.println(orders.total() + " orders");
        if (space.rank() == 1) orders.report().forEach(System.out::println);
        if (space.rank() == 1) clerks.get(2).get().greet("rank 1");
        world.barrier();
    }

    private static String packed(Clerk clerk, int order) {
        try {
            return clerk.pack(order);
        } catch (IllegalArgumentException e) {
            return "is not packed: " + e.getMessage();
        }
    }
}

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.jmpi.Message;
import org.jmpi.MpiFuture;
import org.jmpi.Operator;
import org.jmpi.World;

public class Orders {
    private record Order(String item, int pieces) implements Serializable {}

    private record Offer(String item, double price) implements Serializable {}

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            double[] prices = {0, 0, 0};
            if (world.rank() == 0) prices = new double[] {0.5, 2, 10};
            world.broadcastInto(prices, 0);

            Order mine = world.scatter(world.rank() == 0 ? orders(world.size()) : null, 0);
            Offer offer = new Offer(mine.item(), mine.pieces() * prices[world.rank() % 3]);
            for (Offer each : world.gather(offer, 0)) System.out.println(each);

            double total = world.allReduce(offer.price(), Operator.SUM);
            Offer best = world.allReduce(offer, (a, b) -> a.price() <= b.price() ? a : b);
            if (world.rank() == 0) System.out.println("total " + total + ", cheapest " + best.item());

            if (world.rank() == 0) collect(world);
            else world.send("rank " + world.rank() + " packs " + mine.pieces(), 0);
        }
    }

    private static List<Order> orders(int count) {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) orders.add(new Order("item " + i, 10 - i));
        return orders;
    }

    /** Receives a line from each other rank: two while the first one is printed, in any order. */
    private static void collect(World world) {
        MpiFuture<String> last = world.receiveAsync(String.class, world.size() - 1);
        for (int i = 1; i < world.size() - 1; i++) {
            Message<String> message = world.receiveMessage(String.class, i, World.ANY_TAG);
            System.out.println(message.value() + ", says rank " + message.source());
        }
        System.out.println(last.join() + ", the last one");
    }
}

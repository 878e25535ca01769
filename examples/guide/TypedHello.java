import org.jmpi.Jmpi;
import org.jmpi.World;

public class TypedHello {
    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            System.out.println("Hello from rank " + world.rank() + " of " + world.size());
        }
    }
}

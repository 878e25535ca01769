import java.util.List;
import java.util.TreeMap;
import org.jmpi.Jmpi;
import org.jmpi.World;

public class TypedWords {
    private static final List<String> LINES =
            List.of("to be or not to be", "that is the question", "whether it is nobler", "to suffer or to act");

    public static void main(String[] args) {
        try (World world = Jmpi.world()) {
            TreeMap<String, Integer> mine = new TreeMap<>();
            for (int line = world.rank(); line < LINES.size(); line += world.size())
                for (String word : LINES.get(line).split(" ")) mine.merge(word, 1, Integer::sum);
            world.reduce(mine, TypedWords::merged, 0).ifPresent(counts -> {
                counts.values().removeIf(count -> count == 1);
                System.out.println(counts);
            });
        }
    }

    private static TreeMap<String, Integer> merged(TreeMap<String, Integer> a, TreeMap<String, Integer> b) {
        TreeMap<String, Integer> both = new TreeMap<>(a);
        b.forEach((word, count) -> both.merge(word, count, Integer::sum));
        return both;
    }
}

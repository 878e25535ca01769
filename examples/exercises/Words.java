import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mpi.MPI;

public class Words {
    private static final List<String> LINES =
            List.of("to be or not to be", "that is the question", "whether it is nobler", "to suffer or to act");

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        TreeMap<String, Integer> mine = new TreeMap<>();
        for (int line = rank; line < LINES.size(); line += size)
            for (String word : LINES.get(line).split(" ")) mine.merge(word, 1, Integer::sum);
        Object[] all = new Object[size];
        MPI.COMM_WORLD.Gather(new Object[] {mine}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, 0);
        if (rank == 0) {
            TreeMap<String, Integer> counts = new TreeMap<>();
            for (Object part : all)
                ((Map<?, ?>) part).forEach((word, count) -> counts.merge((String) word, (Integer) count, Integer::sum));
            counts.values().removeIf(count -> count == 1);
            System.out.println(counts);
        }
        MPI.Finalize();
    }
}

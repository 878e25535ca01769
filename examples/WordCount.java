import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Counts the words of a text file and prints the most frequent ones.
 *
 * <p>Shows objects in collective operations: lists by Scatter, maps by Alltoall, arrays of records by Gather.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/WordCount.java [FILE]}
 */
public class WordCount {
    /** A word and its frequency. An object that is sent has to be Serializable. */
    record Entry(String word, int count) implements Serializable {}

    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        List<String> lines = List.of();
        if (MPI.COMM_WORLD.Rank() == 0) lines = Files.readAllLines(Path.of(own.length > 0 ? own[0] : "README.md"));
        List<Entry> entries = count(MPI.COMM_WORLD, lines);
        entries.stream().limit(10).forEach(entry -> System.out.printf("%6d %s%n", entry.count(), entry.word()));
        MPI.Finalize();
    }

    /** Returns the words of rank 0's lines, the most frequent first, at rank 0, and an empty list at the others. */
    static List<Entry> count(Intracomm comm, List<String> lines) {
        int size = comm.Size();
        Object[] shares = new Object[size]; // a list for each rank; only those of rank 0 count
        for (int rank = 0; rank < size; rank++)
            shares[rank] = new ArrayList<>(lines.subList(lines.size() * rank / size, lines.size() * (rank + 1) / size));
        Object[] share = new Object[1];
        comm.Scatter(shares, 0, 1, MPI.OBJECT, share, 0, 1, MPI.OBJECT, 0);

        Object[] counted = countByOwner((List<?>) share[0], size);
        Object[] received = new Object[size];
        comm.Alltoall(counted, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT);

        Object[] totals = {total(received)};
        Object[] all = new Object[size];
        comm.Gather(totals, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, 0);
        List<Entry> entries = new ArrayList<>();
        if (comm.Rank() == 0) for (Object part : all) entries.addAll(List.of((Entry[]) part));
        entries.sort(Comparator.comparing(Entry::count).reversed().thenComparing(Entry::word));
        return entries;
    }

    /** Returns a map for each rank: a word belongs to the rank that its hash code selects. */
    private static Object[] countByOwner(List<?> lines, int ranks) {
        List<Map<String, Integer>> counts = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) counts.add(new HashMap<>());
        for (Object line : lines)
            for (String word : line.toString().toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
                if (!word.isEmpty()) counts.get(Math.floorMod(word.hashCode(), ranks)).merge(word, 1, Integer::sum);
        return counts.toArray();
    }

    /** Returns the sums of this rank's words. */
    private static Entry[] total(Object[] maps) {
        Map<String, Integer> totals = new HashMap<>();
        for (Object map : maps)
            ((Map<?, ?>) map).forEach((word, count) -> totals.merge((String) word, (Integer) count, Integer::sum));
        return totals.entrySet().stream()
                .map(total -> new Entry(total.getKey(), total.getValue()))
                .toArray(Entry[]::new);
    }
}

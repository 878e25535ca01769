package counting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Reply;

/**
 * A layer beside MPI's messages, and a program that uses it: each rank asks every rank for its number of processors.
 *
 * <p>{@code MPI.Init} finds the class by {@code META-INF/services}, or by the {@code provides} of its module.
 */
public class Counting implements Layer {
    private static final int PROCESSORS = 0;

    /** Those of this rank: a rank that is a thread has the class by a class loader of its own. */
    private static volatile Frames frames;

    @Override
    public String name() {
        return "org.jmpi.examples.counting";
    }

    @Override
    public void open(Frames opened) {
        frames = opened;
        opened.register(PROCESSORS, (from, word, payload, answer) ->
                answer.send(Runtime.getRuntime().availableProcessors(), null));
    }

    public static void main(String[] args) {
        MPI.Init(args);
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int rank = 0; rank < frames.size(); rank++) {
            try {
                replies.add(frames.peer(rank).request(PROCESSORS, 0, null, 0));
            } catch (RuntimeException e) {
                System.out.println("rank " + frames.rank() + ": " + e.getMessage());
            }
        }
        long processors = 0;
        for (CompletableFuture<Reply> reply : replies) processors += frames.await(reply).word();
        System.out.println("rank " + frames.rank() + ": " + replies.size() + " answers, " + processors + " processors");
        MPI.Finalize();
    }
}

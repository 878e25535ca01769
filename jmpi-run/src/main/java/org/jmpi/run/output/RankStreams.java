package org.jmpi.run.output;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jmpi.run.system.BadInputException;

/** The destinations of one rank's standard output and standard error. */
public record RankStreams(LineOutput out, LineOutput err) {
    private static final Path SELF = Path.of("/proc/self");

    /**
     * Returns the streams of some ranks to shared destinations.
     *
     * @param first the lowest rank
     * @param tag whether each line gets the rank in front
     */
    public static List<RankStreams> shared(
            int first, int ranks, boolean tag, OutputMerger stdout, OutputMerger stderr) {
        List<RankStreams> streams = new ArrayList<>();
        for (int rank = first; rank < first + ranks; rank++) {
            String prefix = tag ? "[" + rank + "] " : null;
            streams.add(new RankStreams(new LineOutput(stdout, prefix), new LineOutput(stderr, prefix)));
        }
        return streams;
    }

    /**
     * Returns the streams of some ranks to files of their own.
     *
     * @param first the lowest rank
     * @param lost hears that a file can no longer be written
     * @throws BadInputException if a file cannot be made
     */
    public static List<RankStreams> files(int first, int ranks, Path folder, Consumer<IOException> lost) {
        List<RankStreams> streams = new ArrayList<>();
        for (int rank = first; rank < first + ranks; rank++) {
            String name = "rank-" + rank;
            streams.add(new RankStreams(
                    file(folder.resolve(name + ".out"), lost), file(folder.resolve(name + ".err"), lost)));
        }
        return streams;
    }

    private static LineOutput file(Path file, Consumer<IOException> lost) {
        try {
            checkLink(file);
            // An interrupt of a rank's thread closes a channel, but no stream of this kind.
            return new LineOutput(new OutputMerger(new FileOutputStream(file.toFile()), lost), null);
        } catch (IOException e) {
            throw new BadInputException("--output-dir: cannot write " + e.getMessage(), e);
        }
    }

    /** In a folder that several users write to, a link of another user would have this user's file replaced. */
    private static void checkLink(Path file) throws IOException {
        if (!Files.isSymbolicLink(file) || !Files.exists(SELF)) return;
        UserPrincipal owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(Files.getOwner(SELF)))
            throw new IOException(file + ": it is a link of " + owner + ": remove it, or name another folder");
    }

    public void close() {
        out.close();
        err.close();
    }
}

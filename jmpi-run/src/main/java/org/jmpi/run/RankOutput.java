package org.jmpi.run;

import java.io.OutputStream;
import java.util.List;
import org.jmpi.comm.bootstrap.ThreadWorlds;

/** Standard output of a JVM that several ranks share: what a rank's threads write goes to the rank's own stream. */
final class RankOutput extends OutputStream {
    private final int first;
    private final List<LineOutput> ranks;
    private final LineOutput others;

    /**
     * @param first the lowest rank
     * @param ranks for each of the ranks from there on
     * @param others for threads that belong to no rank
     */
    RankOutput(int first, List<LineOutput> ranks, LineOutput others) {
        this.first = first;
        this.ranks = List.copyOf(ranks);
        this.others = others;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        int rank = ThreadWorlds.rankOfThread();
        LineOutput output = rank < 0 ? others : ranks.get(rank - first);
        output.write(bytes, offset, count);
    }

    /** Hands unfinished lines on now; what may still come is not kept. */
    @Override
    public void close() {
        ranks.forEach(LineOutput::close);
        others.close();
    }
}

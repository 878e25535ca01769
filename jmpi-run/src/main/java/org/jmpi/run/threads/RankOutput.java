package org.jmpi.run.threads;

import java.io.OutputStream;
import org.jmpi.run.output.LineOutput;

/** Standard output or standard error of a rank that is a thread. */
final class RankOutput extends OutputStream {
    private final LineOutput lines;

    RankOutput(LineOutput lines) {
        this.lines = lines;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        lines.write(bytes, offset, count);
    }

    /** Hands an unfinished line on now. */
    @Override
    public void close() {
        lines.close();
    }
}

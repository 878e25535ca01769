package org.jmpi.run.threads;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Supplier;

/** Standard input of a JVM that several ranks share: all calls go to the caller's rank, also {@code close}. */
final class CurrentInputStream extends InputStream {
    private final CurrentStream<InputStream> current;

    /** @param rank returns the caller's rank */
    CurrentInputStream(Supplier<RankRuntime> rank) {
        current = new CurrentStream<>(rank, RankRuntime::in, RankRuntime::firstIn);
    }

    @Override
    public int read() throws IOException {
        return current.call(stream -> stream.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        return current.call(stream -> stream.read(bytes, offset, count));
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        return current.call(stream -> stream.readAllBytes());
    }

    @Override
    public byte[] readNBytes(int count) throws IOException {
        return current.call(stream -> stream.readNBytes(count));
    }

    @Override
    public int readNBytes(byte[] bytes, int offset, int count) throws IOException {
        return current.call(stream -> stream.readNBytes(bytes, offset, count));
    }

    @Override
    public long skip(long count) throws IOException {
        return current.call(stream -> stream.skip(count));
    }

    @Override
    public void skipNBytes(long count) throws IOException {
        current.call(stream -> {
            stream.skipNBytes(count);
            return null;
        });
    }

    @Override
    public int available() throws IOException {
        return current.call(stream -> stream.available());
    }

    @Override
    public long transferTo(OutputStream to) throws IOException {
        return current.call(stream -> stream.transferTo(to));
    }

    @Override
    public boolean markSupported() {
        return current.call(stream -> stream.markSupported());
    }

    @Override
    public void mark(int limit) {
        current.call(stream -> {
            stream.mark(limit);
            return null;
        });
    }

    @Override
    public void reset() throws IOException {
        current.call(stream -> {
            stream.reset();
            return null;
        });
    }

    @Override
    public void close() throws IOException {
        current.call(stream -> {
            stream.close();
            return null;
        });
    }
}

package org.jmpi.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Supplier;

/**
 * Standard input of a JVM that several ranks share, for code that knows the JVM's alone: all calls go to the stream of
 * the calling thread's rank, also {@code close}.
 */
final class CurrentInputStream extends InputStream {
    private final Supplier<InputStream> current;

    CurrentInputStream(Supplier<InputStream> current) {
        this.current = current;
    }

    @Override
    public int read() throws IOException {
        return current.get().read();
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        return current.get().read(bytes, offset, count);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        return current.get().readAllBytes();
    }

    @Override
    public byte[] readNBytes(int count) throws IOException {
        return current.get().readNBytes(count);
    }

    @Override
    public int readNBytes(byte[] bytes, int offset, int count) throws IOException {
        return current.get().readNBytes(bytes, offset, count);
    }

    @Override
    public long skip(long count) throws IOException {
        return current.get().skip(count);
    }

    @Override
    public void skipNBytes(long count) throws IOException {
        current.get().skipNBytes(count);
    }

    @Override
    public int available() throws IOException {
        return current.get().available();
    }

    @Override
    public long transferTo(OutputStream to) throws IOException {
        return current.get().transferTo(to);
    }

    @Override
    public boolean markSupported() {
        return current.get().markSupported();
    }

    @Override
    public void mark(int limit) {
        current.get().mark(limit);
    }

    @Override
    public void reset() throws IOException {
        current.get().reset();
    }

    @Override
    public void close() throws IOException {
        current.get().close();
    }
}

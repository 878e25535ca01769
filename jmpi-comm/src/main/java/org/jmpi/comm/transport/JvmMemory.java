package org.jmpi.comm.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The memory that ranks of one JVM share: all of it, so a region is found by its name. */
final class JvmMemory implements SharedMemory {
    private static final int ALIGNMENT = 128;

    /** The prefix of these names, which those of other memory lack. */
    private static final String PREFIX = "jvm:";

    private final Map<String, Region> regions = new ConcurrentHashMap<>();
    private final AtomicLong created = new AtomicLong();

    @Override
    public boolean reaches(int peer) {
        return true;
    }

    @Override
    public boolean isOneJvm() {
        return true;
    }

    @Override
    public Region create(int bytes, int ranks) throws IOException {
        String name = PREFIX + created.incrementAndGet();
        Region region = new Region(name, allocate(bytes), new SingleCopy(ranks));
        regions.put(name, region);
        return region;
    }

    /** Returns memory of at least this length that starts at a multiple of 128 bytes. */
    static ByteBuffer allocate(int bytes) throws IOException {
        try {
            // A slice ends at a multiple, too.
            return ByteBuffer.allocateDirect(bytes + 2 * ALIGNMENT).alignedSlice(ALIGNMENT);
        } catch (OutOfMemoryError e) {
            throw new IOException("no direct memory is left for " + bytes + " bytes: raise -XX:MaxDirectMemorySize", e);
        }
    }

    @Override
    public Region attach(String name, int bytes) throws IOException {
        Region region = regions.get(name);
        if (region == null || region.memory().capacity() < bytes)
            throw new IOException("no region " + name + " of " + bytes + " bytes has been created");
        return region;
    }

    @Override
    public void unlink(String name) {
        regions.remove(name);
    }
}

package org.jmpi.comm.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SingleCopy;

/** The memory that the simulated ranks of a host share. */
final class SimulatedMemory {
    private static final int ALIGNMENT = 128;

    private final Map<String, SharedMemory.Region> regions = new HashMap<>();
    private int created;

    /** Returns the memory as a rank sees it. */
    SharedMemory of(int rank, Host[] hosts) {
        return new SharedMemory() {
            @Override
            public boolean reaches(int peer) {
                return hosts[peer].equals(hosts[rank]);
            }

            @Override
            public Region create(int bytes, int ranks) {
                String name = "simulated:" + created++;
                ByteBuffer memory =
                        ByteBuffer.allocateDirect(bytes + 2 * ALIGNMENT).alignedSlice(ALIGNMENT);
                Region region = new Region(name, memory, new SingleCopy(ranks));
                regions.put(name, region);
                return region;
            }

            @Override
            public Region attach(String name, int bytes) throws IOException {
                Region region = regions.get(name);
                if (region == null) throw new IOException("no region " + name);
                return region;
            }

            @Override
            public void unlink(String name) {
                regions.remove(name);
            }
        };
    }
}

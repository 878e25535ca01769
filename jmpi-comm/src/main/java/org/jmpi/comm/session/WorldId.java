package org.jmpi.comm.session;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jmpi.comm.wireup.WireUp;

/** The number of a world, by which processes of other worlds know it. */
final class WorldId {
    /** The name that jmpirun gives to a job is a number of so many digits, at random. */
    private static final String NAME_OF_JMPIRUN = "[0-9a-f]{12,16}";

    private WorldId() {}

    /** Returns the number of a job's world: the same at each rank, and no other job has it. */
    static LongSupplier of(WireUp wireUp) {
        String job = wireUp.job();
        if (job != null && job.matches(NAME_OF_JMPIRUN)) return () -> Long.parseUnsignedLong(job, 16);
        return () -> ByteBuffer.wrap(wireUp.secret().derive("world")).getLong();
    }
}

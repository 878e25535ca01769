package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A blocking message of a buffer or of a segment allocates as little as one of an array. */
@Timeout(60)
@Tag("transports")
@DisabledIfSystemProperty(named = "jmpi.run.transport", matches = "rmi") // a remote call allocates as it likes
class SegmentsAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int FIRST_RELEASE = 22;
    private static final int TAG = 3;
    private static final int SERIES = 40;
    private static final int ROUND_TRIPS = 20;

    /** Less than any object has. */
    private static final double NOTHING = 8;

    @ParameterizedTest
    @ValueSource(ints = {8, 4096, 65_536, 1 << 20})
    void aRoundTripAllocatesWhatOneOfArraysDoes(int bytes) {
        Map<String, Double> ofRoundTrip =
                Jmpi.call(2, () -> least(memories(bytes), bytes)).get(0);
        double most = ofRoundTrip.get("array") + NOTHING;
        ofRoundTrip.forEach((name, allocated) -> assertTrue(allocated < most, name + ": " + ofRoundTrip));
    }

    private static Map<String, Object[]> memories(int bytes) {
        Map<String, Object[]> memories = new LinkedHashMap<>();
        memories.put("array", new Object[] {new byte[bytes], new byte[bytes]});
        memories.put("direct", new Object[] {ByteBuffer.allocateDirect(bytes), ByteBuffer.allocateDirect(bytes)});
        if (Runtime.version().feature() < FIRST_RELEASE) return memories;
        Object arena = ForeignSegments.arena("ofAuto");
        Object sent = ForeignSegments.allocate(arena, bytes);
        memories.put("segment", new Object[] {sent, ForeignSegments.allocate(arena, bytes)});
        return memories;
    }

    /** Returns the bytes of a round trip in the best of many short series, which take turns. */
    private static Map<String, Double> least(Map<String, Object[]> memories, int bytes) {
        Map<String, Double> least = new LinkedHashMap<>();
        for (int series = 0; series < SERIES; series++)
            memories.forEach((name, memory) -> {
                run(memory, bytes, 1); // makes the views of this memory anew
                long before = allocated();
                run(memory, bytes, ROUND_TRIPS);
                least.merge(name, (double) (allocated() - before) / ROUND_TRIPS, Math::min);
            });
        return least;
    }

    private static void run(Object[] memory, int bytes, int roundTrips) {
        Intracomm world = MPI.COMM_WORLD;
        int peer = 1 - world.Rank();
        for (int i = 0; i < roundTrips; i++) {
            if (peer == 1) world.Send(memory[0], 0, bytes, MPI.BYTE, peer, TAG);
            world.Recv(memory[1], 0, bytes, MPI.BYTE, peer, TAG);
            if (peer == 0) world.Send(memory[0], 0, bytes, MPI.BYTE, peer, TAG);
        }
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}

package org.jmpi.comm.coll;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.transport.SharedMemory;

/**
 * How ranks that share memory come to a shared segment in it.
 *
 * <pre>
 * first rank                       each other one
 *      length of the region's name; 0 if there is none
 *      ------------------------------------>
 *      name
 *      ------------------------------------>
 *                               is it attached?
 *      &lt;------------------------------------
 *      are all attached?
 *      ------------------------------------>
 * </pre>
 */
public final class SegmentSetup {
    private static final int YES = 1;

    private final SharedMemory shared;
    private final RankView local;
    private final Consumer<String> refusals;
    private final int bytes;
    private final String refusal;

    /**
     * Makes an invitation, of which each rank takes its side.
     *
     * @param shared memory of this rank's host
     * @param bytes the length of the region
     * @param refusal why this rank takes no memory; null if it does
     * @param local the ranks that share it
     * @param refusals hears why this rank gets no memory, if it gets none
     */
    public SegmentSetup(SharedMemory shared, int bytes, String refusal, RankView local, Consumer<String> refusals) {
        this.shared = shared;
        this.local = local;
        this.refusals = refusals;
        this.bytes = bytes;
        this.refusal = refusal;
    }

    /**
     * Takes this rank's side: the first one creates the memory and invites the others, who attach to it.
     *
     * @return the region of a shared segment, or null if one of the ranks does not get it
     */
    public SharedMemory.Region accept() {
        return local.rank() == 0 ? lead() : follow();
    }

    private SharedMemory.Region lead() {
        SharedMemory.Region region = create();
        byte[] name = region == null ? new byte[0] : region.name().getBytes(StandardCharsets.UTF_8);
        boolean all = region != null;
        try {
            for (int rank = 1; rank < local.size(); rank++) {
                tell(name.length, rank);
                if (all) local.send(bytes(name), rank);
            }
            for (int rank = 1; rank < local.size(); rank++) all &= hear(rank) == YES;
        } finally {
            if (region != null) shared.unlink(region.name());
        }
        for (int rank = 1; rank < local.size(); rank++) tell(all ? YES : 0, rank);
        return all ? region : null;
    }

    private SharedMemory.Region create() {
        if (refusal != null) return refused(refusal);
        try {
            return shared.create(bytes, local.size());
        } catch (IOException e) {
            return refused(e.getMessage());
        }
    }

    private SharedMemory.Region follow() {
        int length = hear(0);
        SharedMemory.Region region = length == 0 ? null : attach(length);
        tell(region != null ? YES : 0, 0);
        return hear(0) == YES ? region : null;
    }

    private SharedMemory.Region attach(int length) {
        byte[] name = new byte[length];
        local.receive(bytes(name), 0);
        if (refusal != null) return refused(refusal);
        try {
            return shared.attach(new String(name, StandardCharsets.UTF_8), bytes);
        } catch (IOException e) {
            return refused(e.getMessage());
        }
    }

    private <T> T refused(String cause) {
        refusals.accept(cause);
        return null;
    }

    private void tell(int number, int rank) {
        local.send(Buffer.of(new int[] {number}), rank);
    }

    private int hear(int rank) {
        int[] number = new int[1];
        local.receive(Buffer.of(number), rank);
        return number[0];
    }

    private static Buffer bytes(byte[] array) {
        return new Buffer(array, 0, array.length, Layout.of(BasicType.BYTE));
    }
}

package org.jmpi.dsm;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * How a space is made: each rank gives the same options.
 *
 * @param pageBytes the bytes of a page, a power of two from 16 to 32,768
 * @param mostDiffBytes the bytes of diffs that a rank keeps before the next barrier collects those of all ranks
 * @param sharesMemory whether ranks that all share memory, in one JVM or on one host, use the same memory
 */
public record SpaceOptions(int pageBytes, long mostDiffBytes, boolean sharesMemory) {
    /** Pages of 4 KiB, 16 MiB of diffs, and shared memory where all ranks have it. */
    public static final SpaceOptions DEFAULT = new SpaceOptions(4096, 16 << 20, true);

    private static final int LEAST_PAGE = 16;
    private static final int LARGEST_PAGE = 1 << 15;

    /**
     * Checks the options.
     *
     * @throws CommException of class ARG if one is out of range
     */
    public SpaceOptions {
        if (pageBytes < LEAST_PAGE || pageBytes > LARGEST_PAGE || Integer.bitCount(pageBytes) != 1)
            throw new CommException(
                    ErrorClass.ARG,
                    "pageBytes=" + pageBytes + " is no power of two from " + LEAST_PAGE + " to " + LARGEST_PAGE);
        if (mostDiffBytes < 0) throw new CommException(ErrorClass.ARG, "mostDiffBytes is negative: " + mostDiffBytes);
    }

    /** {@return these options with another size of pages, in bytes} */
    public SpaceOptions pageBytes(int bytes) {
        return new SpaceOptions(bytes, mostDiffBytes, sharesMemory);
    }

    /** {@return these options with another bound of diffs, in bytes} */
    public SpaceOptions mostDiffBytes(long bytes) {
        return new SpaceOptions(pageBytes, bytes, sharesMemory);
    }

    /** {@return these options, by which each rank has copies of pages, also where ranks share memory} */
    public SpaceOptions copies() {
        return new SpaceOptions(pageBytes, mostDiffBytes, false);
    }
}

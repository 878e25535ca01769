package org.jmpi.comm.coll.shared;

/**
 * Lays out the memory that ranks share.
 *
 * <pre>
 *      +----------+--------+--------+--------+-----+--------+--------+-----+--------+----
 *      | sleepers | passed | head 0 | head 1 | ... | body 0 | body 1 | ... | passed | ...
 *      +----------+--------+--------+--------+-----+--------+--------+-----+--------+----
 *                 section of rank 0                                        of rank 1
 * byte 0          8        12       16
 *      +----------+--------+--------+------------------
 * head | sequence | offset | stride | short blocks: envelope (16 bytes), content, envelope, content ...
 *      +----------+--------+--------+------------------
 * </pre>
 *
 * <p>A slot is a head of 128 bytes and, if its blocks are too long for that, a body. The heads of a rank follow each
 * other, so that a reader of short messages fetches the next one with the last.
 */
public final class SegmentLayout {
    /** The bytes of a cache line and of the one that is fetched with it. */
    static final int LINE = 128;

    /** The heads of a rank: how many steps it may be ahead of the slowest reader. */
    static final int HEADS = 64;

    /** The bodies of a rank: how many steps it may be ahead whose blocks do not fit into a head. */
    static final int BODIES = 8;

    /** The length of a block's envelope in bytes, which its content follows. */
    static final int ENVELOPE = 2 * Long.BYTES;

    /** The offset of the word that has a bit for each sleeping rank. */
    static final int SLEEPERS = 0;

    /** The offset in a head of two words: the offset of its blocks, and the stride between them. */
    static final int BLOCKS_OF = Long.BYTES;

    /** The offset of the blocks in a head. */
    static final int BLOCKS = 2 * Long.BYTES;

    /** The least bytes that a slot holds for each rank but the writer. */
    public static final int LEAST_PER_RANK = 2 * Long.BYTES;

    private static final int LEAST_CONTENT = ENVELOPE + 2 * Long.BYTES;
    private static final int MOST_CONTENT = 1 << 20;

    private final int ranks;
    private final int content;
    private final int bodyBytes;
    private final int sectionBytes;

    /**
     * @param asked how many bytes a slot is to hold
     */
    SegmentLayout(int ranks, long asked) {
        this.ranks = ranks;
        this.content = content(ranks, asked);
        this.bodyBytes = (ENVELOPE + content + LINE - 1) & -LINE;
        this.sectionBytes = LINE + HEADS * LINE + BODIES * bodyBytes;
    }

    /**
     * {@return the content of a slot: a whole number of elements of any type, of which there is one for each rank}
     *
     * @param ranks how many there are
     * @param asked how many bytes a slot is to hold
     */
    public static int content(int ranks, long asked) {
        return (int) Math.max(LEAST_CONTENT * ranks, Math.min(asked, MOST_CONTENT)) & -Long.BYTES;
    }

    /**
     * {@return how many bytes a slot holds for each rank but the writer, if they are different ones}
     *
     * @param ranks how many there are
     * @param asked how many bytes a slot is to hold
     */
    public static int contentPerRank(int ranks, long asked) {
        return ((ENVELOPE + content(ranks, asked)) / Math.max(1, ranks - 1) & -Long.BYTES) - ENVELOPE;
    }

    /** Returns how many bytes a slot holds if they are one block. */
    int content() {
        return content;
    }

    /** Returns how many bytes a slot holds for each other rank. */
    int contentPerRank() {
        return contentPerRank(ranks, content);
    }

    /** Returns the length of the memory. */
    int bytes() {
        return LINE + ranks * sectionBytes;
    }

    /** Returns where the word is by which a rank says which steps it has passed. */
    int passed(int rank) {
        return LINE + rank * sectionBytes;
    }

    /** Returns where the failure mark of a rank is: 0 while it has none. */
    int failure(int rank) {
        return passed(rank) + Long.BYTES;
    }

    int head(int rank, int number) {
        return passed(rank) + LINE + number * LINE;
    }

    int body(int rank, int number) {
        return passed(rank) + LINE + HEADS * LINE + number * bodyBytes;
    }
}

package org.jmpi.comm.session;

/** The world of the rank that a thread belongs to. */
public final class ThreadWorld {
    private static final InheritableThreadLocal<RankWorld> OF_THREAD = new InheritableThreadLocal<>();

    private ThreadWorld() {}

    /** {@return the world that the calling thread, or one that started it, was bound to; null if there is none} */
    public static RankWorld get() {
        return OF_THREAD.get();
    }

    /**
     * Makes the calling thread, and every thread that it starts from now on, one of a rank.
     *
     * @param world the rank's; null takes the thread out of any
     */
    public static void bind(RankWorld world) {
        if (world == null) OF_THREAD.remove();
        else OF_THREAD.set(world);
    }
}

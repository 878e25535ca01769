package org.jmpi.comm.progress;

import java.lang.reflect.Field;

/** Looks whether eager bytes are counted right between two ranks while nothing is under way. */
public final class Credit {
    private Credit() {}

    /**
     * {@return what is wrong with the credit of one rank at another one, or null}
     *
     * @param from the rank that sends
     * @param sender its engine
     * @param to the rank that receives
     * @param receiver its engine
     * @param window of eager bytes
     */
    public static String wrong(int from, ProgressEngine sender, int to, ProgressEngine receiver, long window) {
        long left = peer(sender, to).left();
        long owed = peer(receiver, from).owed;
        if (left + owed == window) return null;
        return "rank " + from + " has credit for " + left + " bytes at rank " + to + ", which owes " + owed
                + ": not a window of " + window;
    }

    private static Peer peer(ProgressEngine engine, int rank) {
        try {
            Field peers = ProgressEngine.class.getDeclaredField("peers");
            peers.setAccessible(true);
            return ((Peer[]) peers.get(engine))[rank];
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

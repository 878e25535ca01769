package org.jmpi.comm.progress;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.match.MatchQueue;

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
        long kept = kept(receiver, from);
        if (left + owed + kept == window) return null;
        return "rank " + from + " has credit for " + left + " bytes at rank " + to + ", which owes " + owed
                + " and keeps " + kept + ": not a window of " + window;
    }

    /** Returns the credit of the messages of a rank that have come and have not been received. */
    private static long kept(ProgressEngine engine, int from) {
        AtomicLong kept = new AtomicLong();
        Map<?, ?> queues = (Map<?, ?>) get(Inbox.class, get(ProgressEngine.class, engine, "inbox"), "queues");
        for (Object queue : queues.values())
            ((MatchQueue<?, ?>) queue).forEachMessage(envelope -> {
                UnexpectedMessage message = (UnexpectedMessage) envelope.message();
                if (message.peer().rank == from && !message.isAnnounced())
                    kept.addAndGet(message.bytes() + Inbox.OVERHEAD_BYTES);
            });
        return kept.get();
    }

    private static PeerConnection peer(ProgressEngine engine, int rank) {
        return ((PeerConnection[]) get(ProgressEngine.class, engine, "peers"))[rank];
    }

    private static Object get(Class<?> type, Object owner, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}

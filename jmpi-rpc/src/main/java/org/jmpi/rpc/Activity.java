package org.jmpi.rpc;

/** What the calling thread is at. */
final class Activity {
    private static final ThreadLocal<Activity> CURRENT = ThreadLocal.withInitial(Activity::new);

    /** Whether it runs a simple method, or completes a future: it must not wait then. */
    boolean isSimple;

    /** The chain of the calls that wait for the running method; 0 if none of them has an object for itself. */
    long chain;

    /** The layer for which it encodes or decodes arguments; null if it does neither. */
    RpcLayer marshals;

    private Wire spare;

    private Activity() {}

    static Activity current() {
        return CURRENT.get();
    }

    /** Returns memory for the arguments of a call, which {@link #keep} takes back when the call has been answered. */
    Wire wire(int limit) {
        Wire taken = spare;
        spare = null;
        return taken == null ? new Wire(limit) : taken.clear(limit);
    }

    /** Takes memory back for the next call. */
    void keep(Wire used) {
        if (used.isWorthKeeping()) spare = used;
    }
}

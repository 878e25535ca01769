package org.jmpi.comm.progress;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameKind;

/**
 * Wakes threads that sleep until a peer does something without a message: stores in shared memory, or calls
 * MPI.Finalize. The peer sends one frame.
 */
public final class WakeProtocol {
    private final Map<Object, Runnable> alarms = new ConcurrentHashMap<>();

    WakeProtocol() {}

    void registerWith(FrameDispatcher frames) {
        frames.register(FrameKind.WAKE, this::onWake);
        frames.register(FrameKind.FINALIZE, this::onFinalize);
    }

    /**
     * Runs the alarms of a peer.
     *
     * @param peer sleeps until something is stored in shared memory
     */
    public void wake(PeerConnection peer) {
        peer.endpoint.send(new ControlFrame(FrameKind.WAKE, 0, 0));
    }

    /**
     * Sets what runs when a peer calls {@link #wake}, or when one has failed or ended.
     *
     * @param sleeper for which it runs
     * @param alarm does not block; null if the sleeper no longer sleeps
     */
    public void setAlarm(Object sleeper, Runnable alarm) {
        if (alarm == null) alarms.remove(sleeper);
        else alarms.put(sleeper, alarm);
    }

    /** Wakes every thread of this rank that sleeps so. */
    public void runAlarms() {
        alarms.values().forEach(Runnable::run);
    }

    private Sink onWake(PeerConnection from, long word0, long word1, long word2, long word3) {
        runAlarms();
        return null;
    }

    private Sink onFinalize(PeerConnection from, long word0, long word1, long word2, long word3) {
        from.noteFinish();
        runAlarms();
        return null;
    }
}

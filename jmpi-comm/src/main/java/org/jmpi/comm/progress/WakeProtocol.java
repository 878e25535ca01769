package org.jmpi.comm.progress;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameKind;

/** Wakes threads that sleep until something is stored in shared memory: a rank that stores it sends them one frame. */
final class WakeProtocol {
    private final Map<Completion, Runnable> alarms = new ConcurrentHashMap<>();

    void registerWith(FrameDispatcher frames) {
        frames.register(FrameKind.WAKE, this::onWake);
    }

    /** Runs the alarms of a peer. */
    void wake(Peer peer) {
        peer.endpoint.send(new ControlFrame(FrameKind.WAKE, 0, 0));
    }

    /** Sets what wakes a thread of this rank; null if the thread no longer sleeps. */
    void setAlarm(Completion sleeper, Runnable alarm) {
        if (alarm == null) alarms.remove(sleeper);
        else alarms.put(sleeper, alarm);
    }

    /** Wakes every thread of this rank that sleeps so. */
    void runAlarms() {
        alarms.values().forEach(Runnable::run);
    }

    private Sink onWake(Peer from, long word0, long word1, long word2, long word3) {
        runAlarms();
        return null;
    }
}

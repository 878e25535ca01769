package org.jmpi.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/** Makes recordings as ranks do, by events of the same names and fields. */
final class RecordedEvents {
    private RecordedEvents() {}

    /** The steps of a recorded program. */
    interface Body {
        void run() throws IOException;
    }

    /** Records all events of a body. */
    static void record(Path file, Body body) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("org.jmpi.*");
            for (String ofJvm : List.of("jdk.CPULoad", "jdk.CPUInformation"))
                recording.enable(ofJvm).with("period", "everyChunk");
            for (Class<? extends Event> type : List.of(
                    RankEvent.class,
                    RankEndEvent.class,
                    SendEvent.class,
                    ReceiveEvent.class,
                    WaitEvent.class,
                    CollectiveEvent.class,
                    AccessEvent.class,
                    ExecutionEvent.class,
                    ConnectionEvent.class,
                    RevocationEvent.class,
                    PeerStateEvent.class)) recording.enable(type).withoutThreshold();
            recording.start();
            body.run();
            recording.stop();
            recording.dump(file);
        }
    }

    static void began(int rank, int size) {
        RankEvent event = new RankEvent();
        event.begin();
        event.rank = rank;
        event.size = size;
        event.host = "here";
        event.pid = 4711;
        event.job = "job";
        event.transport = "auto";
        event.commit();
    }

    static void ended(int rank) {
        RankEndEvent event = new RankEndEvent();
        event.begin();
        event.rank = rank;
        event.commit();
    }

    static void sent(int rank, int peer, int tag, long bytes) {
        SendEvent event = new SendEvent();
        event.begin();
        event.rank = rank;
        event.call = "Send";
        event.blocking = true;
        event.peer = peer;
        event.tag = tag;
        event.bytes = bytes;
        event.transport = "shm";
        event.weight = 1;
        event.commit();
    }

    static void received(int rank, int peer, int tag, long bytes) {
        ReceiveEvent event = new ReceiveEvent();
        event.begin();
        waited(rank, "Recv");
        event.rank = rank;
        event.call = "Recv";
        event.blocking = true;
        event.peer = peer;
        event.tag = tag;
        event.bytes = bytes;
        event.unexpected = true;
        event.weight = 1;
        event.commit();
    }

    static void waited(int rank, String call) {
        waited(rank, call, -1, "");
    }

    static void waited(int rank, String call, int peer, String lock) {
        WaitEvent event = new WaitEvent();
        event.begin();
        event.rank = rank;
        event.call = call;
        event.peer = peer;
        event.lock = lock;
        event.weight = 1;
        event.commit();
    }

    static void reduced(int rank, int size, long number) {
        CollectiveEvent event = new CollectiveEvent();
        event.begin();
        event.rank = rank;
        event.call = "Iallreduce";
        event.operation = "Iallreduce";
        event.algorithm = "ring";
        event.context = 1;
        event.number = number;
        event.root = -1;
        event.bytes = 64;
        event.size = size;
        event.weight = 3;
        event.commit();
    }

    static void accessed(int rank, int target, long bytes) {
        AccessEvent event = new AccessEvent();
        event.begin();
        event.rank = rank;
        event.call = "Put";
        event.peer = target;
        event.context = 6;
        event.bytes = bytes;
        event.path = "frames";
        event.weight = 2;
        event.commit();
    }

    static void executed(int rank, String method, int caller) {
        ExecutionEvent event = new ExecutionEvent();
        event.begin();
        event.rank = rank;
        event.call = method;
        event.peer = caller;
        event.weight = 4;
        event.commit();
    }

    static void spawned(int rank, int processes) {
        ConnectionEvent event = new ConnectionEvent();
        event.begin();
        event.rank = rank;
        event.call = "Spawn";
        event.context = 8;
        event.size = processes;
        event.commit();
    }

    static void revoked(int rank, int origin) {
        RevocationEvent event = new RevocationEvent();
        event.rank = rank;
        event.peer = origin;
        event.context = 4;
        event.commit();
    }

    static void failed(int rank, int peer) {
        PeerStateEvent event = new PeerStateEvent();
        event.rank = rank;
        event.peer = peer;
        event.state = "FAILED";
        event.commit();
    }

    @Name("org.jmpi.Rank")
    @StackTrace(false)
    static final class RankEvent extends Event {
        int rank;
        int size;
        String host;
        long pid;
        String job;
        String transport;
    }

    @Name("org.jmpi.RankEnd")
    @StackTrace(false)
    static final class RankEndEvent extends Event {
        int rank;
    }

    @Name("org.jmpi.Send")
    @StackTrace(false)
    static final class SendEvent extends Event {
        int rank;
        String call;
        boolean blocking;
        int peer;
        int tag;
        long bytes;
        int context;
        String transport;
        String protocol;
        int weight;
    }

    @Name("org.jmpi.Receive")
    @StackTrace(false)
    static final class ReceiveEvent extends Event {
        int rank;
        String call;
        boolean blocking;
        int peer;
        int tag;
        long bytes;
        int context;
        boolean unexpected;
        int weight;
    }

    @Name("org.jmpi.Wait")
    static final class WaitEvent extends Event {
        int rank;
        String call;
        int peer;
        String lock;
        int context;
        int weight;
    }

    @Name("org.jmpi.Collective")
    static final class CollectiveEvent extends Event {
        int rank;
        String call;
        String operation;
        boolean blocking;
        String algorithm;
        int context;
        long number;
        int root;
        long bytes;
        int size;
        int weight;
    }

    @Name("org.jmpi.Access")
    @StackTrace(false)
    static final class AccessEvent extends Event {
        int rank;
        String call;
        int peer;
        int context;
        long bytes;
        String path;
        int weight;
    }

    @Name("org.jmpi.Execution")
    @StackTrace(false)
    static final class ExecutionEvent extends Event {
        int rank;
        String call;
        int peer;
        int weight;
    }

    @Name("org.jmpi.Connection")
    static final class ConnectionEvent extends Event {
        int rank;
        String call;
        int context;
        int size;
    }

    @Name("org.jmpi.Revocation")
    @StackTrace(false)
    static final class RevocationEvent extends Event {
        int rank;
        int peer;
        int context;
    }

    @Name("org.jmpi.PeerState")
    @StackTrace(false)
    static final class PeerStateEvent extends Event {
        int rank;
        int peer;
        String state;
    }
}

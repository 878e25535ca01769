package org.jmpi.comm.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.report.ThreadStack;
import org.jmpi.comm.transport.PeerAddress;

/** Keeps what ranks tell, as one line each. */
final class RecordingListener implements RendezvousListener {
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    void expect(String line) throws InterruptedException {
        assertEquals(line, lines.poll(30, TimeUnit.SECONDS));
    }

    boolean heardNothing() {
        return lines.isEmpty();
    }

    @Override
    public void hello(int rank, long pid, List<PeerAddress> addresses) {
        boolean here = pid == ProcessHandle.current().pid();
        lines.add("hello " + rank + " " + (here ? "from here" : pid) + " "
                + addresses.stream().map(PeerAddress::location).collect(Collectors.joining(", ")));
    }

    @Override
    public void aborted(int rank, int code, String message) {
        lines.add("aborted " + rank + " " + code + " " + message);
    }

    @Override
    public void failed(int rank, String text) {
        lines.add("failed " + rank + " " + text);
    }

    @Override
    public void exits(int rank) {
        lines.add("exits " + rank);
    }

    @Override
    public void peerLost(int rank, int peer, String message) {
        lines.add("peerLost " + rank + " " + peer + " " + message);
    }

    @Override
    public void ended(int rank) {
        lines.add("ended " + rank);
    }

    @Override
    public void noted(int rank, String text) {
        lines.add("noted " + rank + " " + text);
    }

    @Override
    public void finalized(int rank) {
        lines.add("finalized " + rank);
    }

    @Override
    public void blocked(int rank, List<BlockedCall> calls) {
        lines.add("blocked " + rank + " " + calls);
    }

    @Override
    public void stacks(int rank, List<ThreadStack> stacks) {
        boolean here =
                stacks.stream().anyMatch(stack -> stack.frames().toString().contains("ControlChannelTest.dumps"));
        lines.add("stacks " + rank + (here ? " with this test's" : " " + stacks));
    }

    @Override
    public void dumped(int rank, String queues, String connections) {
        lines.add("dumped " + rank + " " + queues.strip() + connections);
    }

    @Override
    public void disconnected(int rank) {
        lines.add("disconnected " + rank);
    }
}

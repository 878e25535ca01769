package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.wireup.AddressExchange;

/** Keeps the messages of ranks, as one line each. */
final class RecordingListener implements LauncherListener {
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    void expect(String line) throws InterruptedException {
        assertEquals(line, lines.poll(30, TimeUnit.SECONDS));
    }

    boolean heardNothing() {
        return lines.isEmpty();
    }

    @Override
    public void received(int first, ControlMessage.ToLauncher message) {
        lines.add(text(first, message));
    }

    private static String text(int first, ControlMessage.ToLauncher message) {
        if (message instanceof ControlMessage.Fence fence) return fence(first, fence);
        if (message instanceof ControlMessage.Stacks stacks)
            return stacks(first, stacks.stacks().toString());
        if (message instanceof ControlMessage.Sampled all)
            return "Sampled of " + first + ": " + all.ranks() + " " + all.calls();
        if (message instanceof ControlMessage.Queues last)
            return "Queues of " + first + ": " + last.queues().strip() + last.connections();
        return message + " of " + first;
    }

    private static String fence(int first, ControlMessage.Fence fence) {
        boolean here = fence.pid() == ProcessHandle.current().pid();
        try {
            String locations = AddressExchange.addresses(first, fence.values()).stream()
                    .map(PeerAddress::location)
                    .collect(Collectors.joining(", "));
            return "Fence of " + first + " " + (here ? "from here " : fence.pid() + " ") + locations;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stacks(int first, String stacks) {
        return "Stacks of " + first + (stacks.contains("LauncherLinkTest.dumps") ? " with this test's" : " " + stacks);
    }

    @Override
    public void disconnected(int first) {
        lines.add("disconnected " + first);
    }
}

package org.jmpi.run.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;
import org.jmpi.comm.transport.DaemonThread;

/** A thread that passes input from jmpirun to a process of an agent. */
final class AgentInput {
    private final OutputStream to;
    private final IntConsumer taken;
    private final LinkedBlockingQueue<byte[]> parts = new LinkedBlockingQueue<>();

    /** @param taken gets the number of bytes that the process has taken, or {@link RemoteInput#CLOSED} */
    AgentInput(OutputStream to, IntConsumer taken) {
        this.to = to;
        this.taken = taken;
        new DaemonThread(this::pass, "agent-stdin").start();
    }

    /** Passes bytes on; none is the end of the input. */
    void add(byte[] bytes) {
        parts.add(bytes);
    }

    private void pass() {
        try (to) {
            for (byte[] part = parts.take(); part.length > 0; part = parts.take()) {
                to.write(part);
                to.flush();
                taken.accept(part.length);
            }
        } catch (IOException e) {
            taken.accept(RemoteInput.CLOSED);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }
}

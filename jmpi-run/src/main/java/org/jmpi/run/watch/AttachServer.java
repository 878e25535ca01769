package org.jmpi.run.watch;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jmpi.comm.transport.DaemonThread;

/**
 * Lets commands of the same user attach to a running job. It begins some time after the job: short jobs pay nothing.
 *
 * <p>One daemon thread accepts, and one per connection answers.
 */
public final class AttachServer implements AutoCloseable {
    /** A job that ends sooner cannot be attached to. */
    private static final long DELAY_MILLIS = 400;

    private static final long PAUSE_NANOS = 20_000_000;

    private final JobFolder folder;
    private final JobSampler sampler;
    private final Actions actions;
    private final Consumer<String> trouble;
    private final long delayMillis;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private ServerSocketChannel listening;

    /** The services of a job for the commands that attach to it. */
    public interface Actions {
        /** {@return the stacks and queues of all ranks; it never completes if the job ends before} */
        Future<String> stacks();

        /** Ends the job as Ctrl-C does. Returns at once. */
        void stop();
    }

    private AttachServer(
            JobFolder folder, JobSampler sampler, Actions actions, Consumer<String> trouble, long delayMillis) {
        this.folder = folder;
        this.sampler = sampler;
        this.actions = actions;
        this.trouble = trouble;
        this.delayMillis = delayMillis;
    }

    /**
     * Starts a server.
     *
     * @param folder with the sockets of the user's jobs
     * @param sampler asks the ranks
     * @param actions of the job
     * @param trouble gets one line if commands cannot attach to the job, which goes on
     * @return the server
     */
    public static AttachServer start(JobFolder folder, JobSampler sampler, Actions actions, Consumer<String> trouble) {
        return start(folder, sampler, actions, trouble, DELAY_MILLIS);
    }

    /** @param delayMillis how long it takes to begin, in ms */
    static AttachServer start(
            JobFolder folder, JobSampler sampler, Actions actions, Consumer<String> trouble, long delayMillis) {
        AttachServer server = new AttachServer(folder, sampler, actions, trouble, delayMillis);
        new DaemonThread(server::run, "jmpirun-attach").start();
        return server;
    }

    private void run() {
        try {
            if (end.await(delayMillis, TimeUnit.MILLISECONDS) || !open()) return;
            new DaemonThread(this::removeStale, "jmpirun-stale").start();
            accept();
        } catch (IOException e) {
            trouble.accept("ps, stacks, stop and watch do not find this job: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    /** Returns false if the job has ended meanwhile. */
    private synchronized boolean open() throws IOException {
        if (end.getCount() == 0) return false;
        listening = folder.open(sampler.job().name());
        return true;
    }

    private void removeStale() {
        try {
            folder.removeStale();
        } catch (IOException e) {
            trouble.accept("cannot remove sockets of jobs that were killed: " + e.getMessage());
        }
    }

    private void accept() {
        while (listening.isOpen()) {
            try {
                SocketChannel channel = listening.accept();
                new DaemonThread(() -> serve(channel), "jmpirun-attached").start();
            } catch (IOException e) {
                // Out of file descriptors, of which there may be some again in a moment; or closed.
                if (listening.isOpen()) LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void serve(SocketChannel channel) {
        connections.add(channel);
        try (channel) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            while (answer(channel, AttachMessage.read(in)))
                ;
        } catch (IOException e) {
            // The command has ended.
            return;
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        } finally {
            connections.remove(channel);
        }
    }

    /** Returns whether the connection stays open for another request. */
    private boolean answer(SocketChannel channel, AttachMessage message) throws IOException, InterruptedException {
        AttachMessage.Request[] requests = AttachMessage.Request.values();
        if (!(message instanceof AttachMessage.Ask ask)) return false;
        if (ask.protocol() != AttachMessage.PROTOCOL || ask.request() < 0 || ask.request() >= requests.length) {
            new AttachMessage.Refused("another version of jmpirun runs the job: attach with that one").send(channel);
            return false;
        }
        switch (requests[ask.request()]) {
            case STATUS -> new AttachMessage.Status(sampler.sample()).send(channel);
            case STACKS -> stacks().send(channel);
            case STOP -> stop(channel);
        }
        return true;
    }

    private AttachMessage stacks() throws InterruptedException {
        try {
            return new AttachMessage.Text(actions.stacks().get());
        } catch (ExecutionException e) {
            return new AttachMessage.Refused("the ranks cannot be asked: " + e.getCause());
        }
    }

    private void stop(SocketChannel channel) throws IOException {
        new AttachMessage.Text("").send(channel);
        actions.stop();
    }

    /** Closes the connections: the job has ended. */
    public void hangUp() {
        for (SocketChannel channel : connections) {
            try {
                channel.close();
            } catch (IOException e) {
                trouble.accept("cannot close a connection to the job: " + e.getMessage());
            }
        }
    }

    /** Accepts no more connections. The present ones stay until {@link #hangUp}. */
    @Override
    public synchronized void close() {
        end.countDown();
        if (listening == null || !listening.isOpen()) return;
        try {
            folder.remove(sampler.job().name());
            listening.close();
        } catch (IOException e) {
            trouble.accept("cannot remove the socket of the job: " + e.getMessage());
        }
    }
}

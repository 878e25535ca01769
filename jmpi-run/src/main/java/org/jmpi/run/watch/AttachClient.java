package org.jmpi.run.watch;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.comm.transport.DaemonThread;

/** A connection to the jmpirun of a running job. */
public final class AttachClient implements AutoCloseable {
    /** The stacks take three seconds if a process does not answer; the host may be busy. */
    private static final long ANSWER_SECONDS = 15;

    private final SocketChannel channel;
    private final DataInputStream in;

    private AttachClient(SocketChannel channel) {
        this.channel = channel;
        in = new DataInputStream(Channels.newInputStream(channel));
    }

    /**
     * Connects to a job.
     *
     * @param folder with the sockets of the user's jobs
     * @param job the name of the job
     * @return the connection
     * @throws java.nio.file.NoSuchFileException if there is no such job
     * @throws IOException if the connection fails
     */
    public static AttachClient connect(JobFolder folder, String job) throws IOException {
        return new AttachClient(folder.connect(job));
    }

    /**
     * {@return what the job is at}
     *
     * @throws EOFException if the job has ended
     * @throws IOException if there is no answer; the message is one line
     */
    public JobStatus status() throws IOException {
        return ((AttachMessage.Status) ask(AttachMessage.Request.STATUS, AttachMessage.Status.class)).status();
    }

    /**
     * {@return the stacks and queues of all ranks, and which wait for which}
     *
     * @throws EOFException if the job has ended
     * @throws IOException if there is no answer; the message is one line
     */
    public String stacks() throws IOException {
        return ((AttachMessage.Text) ask(AttachMessage.Request.STACKS, AttachMessage.Text.class)).text();
    }

    /**
     * Ends the job, and waits until its jmpirun has ended.
     *
     * @throws IOException if the jmpirun does not take the request; the message is one line
     */
    public void stop() throws IOException {
        try {
            ask(AttachMessage.Request.STOP, AttachMessage.Text.class);
            in.readAllBytes();
        } catch (EOFException e) {
            // It has ended while it was asked to.
            return;
        }
    }

    private AttachMessage ask(AttachMessage.Request request, Class<? extends AttachMessage> kind) throws IOException {
        AttachMessage answer = answer(request);
        if (answer instanceof AttachMessage.Refused refused) throw new IOException(refused.reason());
        if (!kind.isInstance(answer)) throw new IOException("it sent what makes no sense: " + answer);
        return answer;
    }

    /** A channel of this kind has no time limit: another thread reads. */
    private AttachMessage answer(AttachMessage.Request request) throws IOException {
        CompletableFuture<AttachMessage> answer = new CompletableFuture<>();
        new DaemonThread(() -> exchange(request, answer), "jmpirun-ask").start();
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            close();
            throw new IOException("its jmpirun does not answer since " + ANSWER_SECONDS + " s: is it stopped?", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof EOFException end) throw end;
            throw new IOException(e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    private void exchange(AttachMessage.Request request, CompletableFuture<AttachMessage> answer) {
        try {
            AttachMessage.Ask.of(request).send(channel);
            answer.complete(AttachMessage.read(in));
        } catch (IOException e) {
            answer.completeExceptionally(ended(e));
        }
    }

    /** The connection of a jmpirun that was killed ends in several ways. */
    private static IOException ended(IOException e) {
        String text = String.valueOf(e.getMessage());
        boolean isEnd = text.contains("Broken pipe") || text.contains("reset");
        return isEnd ? new EOFException(text) : e;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

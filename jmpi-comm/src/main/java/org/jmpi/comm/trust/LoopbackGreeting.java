package org.jmpi.comm.trust;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * What a process of a job and its launcher on the same host say first: each a password, which is a part of the job's secret.
 *
 * <pre>
 * process                                                      launcher
 *     | -- magic (8), first rank (4), password of processes (32) --&gt; |
 *     | &lt;-- password of the launcher (32) --------------------------- |
 * </pre>
 *
 * Numbers are big-endian; a process whose password is wrong gets zeros. A password is said as it is, over the loopback device
 * alone: nobody listens there who could not read it from a process's environment as well. Whoever sits at the launcher's port
 * when that is gone learns one that opens nothing any more. Across a network the secret is proved by challenge and response
 * ({@link BlockingHandshake}), for which the JDK looks for its first random bytes and hashes: a sixth of the time that an empty
 * process of a job takes.
 */
public final class LoopbackGreeting {
    private static final int GREETING_BYTES = 12 + JobSecret.PASSWORD_BYTES;

    private LoopbackGreeting() {}

    /**
     * Tells a launcher who this side is, and sees to it that it is the launcher.
     *
     * @param socket connected to this host; its read time-out is another one afterwards
     * @param magic says what the connection is for
     * @param rank the first one of this process
     * @param secret the job's
     * @param nanos the longest time, in ns
     * @throws RefusedException if the other side is not the launcher
     * @throws IOException if the connection broke, or the other side took too long
     */
    public static void connect(Socket socket, long magic, int rank, JobSecret secret, long nanos) throws IOException {
        checkLocal(socket);
        ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES);
        greeting.putLong(magic).putInt(rank).put(secret.passwordOfProcesses());
        socket.getOutputStream().write(greeting.array());
        byte[] answer = new TimedReads(socket, socket.getInputStream(), nanos).read(JobSecret.PASSWORD_BYTES);
        if (!JobSecret.same(secret.passwordOfLauncher(), answer))
            throw new RefusedException("it does not know this job's secret");
    }

    /**
     * Lets a process in, and tells it that this side is its launcher.
     *
     * @param socket connected from this host; its read time-out is another one afterwards
     * @param magic says what the connection is for
     * @param secret the job's
     * @param nanos the longest time, in ns
     * @param admission returns whether a process that knows the password is let in; it is not dropped after that
     * @return the first rank of the process, which may be any number
     * @throws IOException if the other side is no process of the job, wants something else or took too long
     */
    public static int accept(Socket socket, long magic, JobSecret secret, long nanos, BooleanSupplier admission)
            throws IOException {
        checkLocal(socket);
        byte[] greeting = new TimedReads(socket, socket.getInputStream(), nanos).read(GREETING_BYTES);
        ByteBuffer words = ByteBuffer.wrap(greeting);
        if (words.getLong() != magic) throw new IOException("not a rank: wrong magic number");
        int rank = words.getInt();
        byte[] password = Arrays.copyOfRange(greeting, words.position(), GREETING_BYTES);
        boolean right = JobSecret.same(secret.passwordOfProcesses(), password);
        // Before the answer, with which the process takes the connection for its own.
        if (right && !admission.getAsBoolean()) throw new IOException("dropped among too many connections");
        // A process with a wrong password need not try again, as one that was dropped does.
        socket.getOutputStream().write(right ? secret.passwordOfLauncher() : new byte[JobSecret.PASSWORD_BYTES]);
        if (!right) throw new IOException("it does not know this job's secret");
        return rank;
    }

    private static void checkLocal(Socket socket) throws IOException {
        if (!socket.getInetAddress().isLoopbackAddress())
            throw new RefusedException("it is not reached by the loopback device but at " + socket.getInetAddress());
    }
}

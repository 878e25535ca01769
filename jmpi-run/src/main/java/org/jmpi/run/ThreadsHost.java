package org.jmpi.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UnsupportedEncodingException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jmpi.comm.bootstrap.ControlChannel;
import org.jmpi.comm.bootstrap.LaunchEnvironment;
import org.jmpi.comm.bootstrap.ThreadWorlds;
import org.jmpi.comm.config.JmpiConfig;

/**
 * A process whose threads are ranks: all of a job, or some that follow each other. Each rank runs main(String[]) on a thread of its own, with a class loader of
 * its own above the JDK's and JMPI's shared classes, so that statics are per rank as in processes.
 *
 * <p>The JVM ends like any other: when the last thread that is no daemon has, or at once if a rank fails.
 */
public final class ThreadsHost {
    private static final int POLL_MILLIS = 10;

    /** How long a rank's System.exit before MPI.Finalize waits for the other ranks: they may just be at their end, too. */
    private static final int PATIENCE_MILLIS = 300;

    private final HostPlan plan;
    private final LaunchEnvironment environment;
    private final ThreadWorlds worlds;
    private final ControlChannel launcher;
    private final List<RankThread> ranks = new ArrayList<>();
    private final Destination stdout = Destination.stdout(this::outputLost);
    private final Destination stderr = Destination.stderr();
    private final RankOutput out;
    private final RankOutput err;

    private ThreadsHost(HostPlan plan, LaunchEnvironment environment) {
        this.plan = plan;
        this.environment = environment;
        JmpiConfig config = JmpiConfig.load();
        worlds = ThreadWorlds.of(environment, config, programLoader());
        launcher = ControlChannel.connect(environment, config, worlds);
        int first = environment.rank();
        int count = environment.count();
        List<RankStreams> streams = plan.outputFolder().isEmpty()
                ? RankStreams.shared(first, count, plan.tag(), stdout, stderr)
                : RankStreams.files(first, count, Path.of(plan.outputFolder()), this::outputLost);
        out = output(streams, RankStreams::out, stdout);
        err = output(streams, RankStreams::err, stderr);
    }

    private RankOutput output(List<RankStreams> streams, Function<RankStreams, LineOutput> which, Destination others) {
        return new RankOutput(
                environment.rank(),
                streams.stream().map(which).collect(Collectors.toList()),
                new LineOutput(others, null));
    }

    /**
     * Runs the ranks that {@link HostPlan} describes.
     *
     * @param args the plan, as {@link HostPlan} writes it
     * @throws UnsupportedEncodingException if this JVM does not have the terminal's character set
     */
    public static void main(String[] args) throws UnsupportedEncodingException {
        LaunchEnvironment environment = LaunchEnvironment.read(System.getenv())
                .orElseThrow(() -> new IllegalStateException("not started by jmpirun"));
        new ThreadsHost(HostPlan.parse(List.of(args), environment.size()), environment).start();
    }

    private void start() throws UnsupportedEncodingException {
        int first = environment.rank();
        System.setIn(new RankInput(System.in, plan.input(), first, environment.count()));
        System.setOut(printStream(out, "stdout"));
        System.setErr(printStream(err, "stderr"));
        worlds.onEnd(new Ends());
        Runtime.getRuntime().addShutdownHook(new Thread(this::onExit, "jmpi-exit"));
        ClassLoader own = ThreadsHost.class.getClassLoader();
        worlds.connect(environment, plan.jmpi().loader(own), launcher);
        for (int rank = first; rank < first + environment.count(); rank++) ranks.add(thread(rank));
        ranks.forEach(RankThread::start);
    }

    // Java names a stream's encoding by a property, stdout.encoding, or sun.stdout.encoding before Java 19.
    private static PrintStream printStream(OutputStream out, String name) throws UnsupportedEncodingException {
        String property = name + ".encoding";
        String encoding = System.getProperty(property, System.getProperty("sun." + property));
        return new PrintStream(
                out, true, encoding == null ? Charset.defaultCharset().name() : encoding);
    }

    /** As long as a thread of the rank's own could keep a JVM alive, it may communicate. */
    private RankThread thread(int rank) {
        return new RankThread(rank, () -> run(rank), () -> end(rank));
    }

    private void run(int rank) {
        try {
            worlds.bind(rank);
            runMain();
        } catch (InvocationTargetException e) {
            fail(rank, e.getCause());
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            fail(rank, e);
        }
    }

    private void end(int rank) {
        // The others see that it has departed, and what they tell of that must come later.
        launcher.ended(rank);
        worlds.depart(rank);
    }

    /** Returns a loader that shares no class of the program, and none of the binding, with any other. */
    private ClassLoader programLoader() {
        return plan.classPath().plus(plan.jmpi().entries()).loader(ThreadsHost.class.getClassLoader());
    }

    private void runMain() throws ReflectiveOperationException {
        ClassLoader loader = programLoader();
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> main = Class.forName(plan.main().name(), true, loader);
        MainMethod.of(main).call(plan.arguments().toArray(new String[0]));
    }

    private void fail(int rank, Throwable failure) {
        try {
            failure.setStackTrace(ofTheProgram(failure.getStackTrace()));
            StringWriter stack = new StringWriter();
            failure.printStackTrace(new PrintWriter(stack, true));
            String text = "rank " + rank + " failed:" + System.lineSeparator() + stack;
            end(1, text, () -> launcher.failed(rank, stack.toString()));
        } finally {
            // There may be no memory to say why.
            Runtime.getRuntime().halt(1);
        }
    }

    /** Returns a stack without the calls by which this class called main. */
    private static StackTraceElement[] ofTheProgram(StackTraceElement[] stack) {
        int frames = stack.length;
        while (frames > 0 && !stack[frames - 1].getClassName().equals(MainMethod.class.getName())) frames--;
        if (frames == 0) return stack;
        frames--;
        while (frames > 0 && stack[frames - 1].getClassName().matches("(java\\.lang|jdk\\.internal)\\.reflect\\..*"))
            frames--;
        return Arrays.copyOf(stack, frames);
    }

    private final class Ends implements ThreadWorlds.EndListener {
        @Override
        public void aborted(int rank, int code, String message) {
            end(code, "", () -> launcher.abort(rank, code, message));
        }

        @Override
        public void failed(int rank, Throwable cause) {
            fail(rank, cause);
        }
    }

    // The lock stays taken until the JVM has ended: the first failure is the one that is told.
    private synchronized void end(int code, String text, Runnable telling) {
        try {
            byte[] bytes = text.getBytes(Charset.defaultCharset());
            err.write(bytes, 0, bytes.length);
            out.close();
            err.close();
            telling.run();
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }

    private void outputLost(IOException e) {
        boolean closed = Destination.isClosedPipe(e);
        if (!closed) stderr.lines("jmpirun: cannot write the output of the ranks: " + e.getMessage());
        Runtime.getRuntime().halt(closed ? Signal.SIGPIPE.exitCode() : 1);
    }

    /** Runs when the JVM ends in an orderly way, which takes all ranks with it if one of them called System.exit. */
    private void onExit() {
        int exiting = RankThread.exiting();
        if (exiting >= 0) {
            if (othersEnd(worlds.finalized(exiting) ? Long.MAX_VALUE : PATIENCE_MILLIS)) worlds.close();
            else launcher.exits(exiting);
        }
        out.close();
        err.close();
        // HotSpot waits 300 ms for daemon threads in native code, such as one that reads from a connection.
        launcher.close();
    }

    /** Waits for the ranks that have not called System.exit, too; returns false if there are some that it cuts short. */
    private boolean othersEnd(long millis) {
        try {
            long left = millis;
            for (RankThread rank : ranks) {
                while (!rank.isInExit() && !rank.join(POLL_MILLIS)) {
                    if (left <= 0) return false;
                    left -= POLL_MILLIS;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}

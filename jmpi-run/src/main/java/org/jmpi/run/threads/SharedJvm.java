package org.jmpi.run.threads;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.comm.control.MemoryWatch;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.session.MpjArguments;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.wireup.LauncherWireUp;
import org.jmpi.run.output.LineOutput;
import org.jmpi.run.output.OutputMerger;
import org.jmpi.run.output.RankStreams;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.MainMethod;
import org.jmpi.run.program.SharedJvmArguments;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.JvmHook;
import org.jmpi.run.system.Signal;

/**
 * A process whose threads are ranks: all of a job, or some that follow each other. Each rank runs main on a thread of
 * its own, with a class loader of its own above the JDK's and JMPI's shared classes, so that statics are per rank as in
 * processes; so are the standard streams, and the end by {@code System.exit(0)} or {@code Runtime.halt(0)}.
 *
 * <p>The JVM ends like any other: when the last thread that is no daemon has, or at once if a rank fails.
 */
public final class SharedJvm {
    private static final int POLL_MILLIS = 10;

    /**
     * How long a rank's System.exit before MPI.Finalize waits for the other ranks: they may just be at their end, too.
     */
    private static final int PATIENCE_MILLIS = 300;

    private final SharedJvmArguments plan;
    private final LaunchEnvironment environment;
    private final int first;
    private final List<LoadedProgram> programs;
    private final RankThreads worlds;
    private final LauncherLink launcher;
    private final List<RankThread> ranks = new ArrayList<>();
    private final OutputMerger stdout = OutputMerger.stdout(this::outputLost);
    private final OutputMerger stderr = OutputMerger.stderr(this::outputLost);
    private final List<RankStreams> streams;

    /** The streams and the end of each rank. */
    private final List<RankRuntime> runtimes = new ArrayList<>();

    /** The streams of threads that belong to no rank. */
    private final ClassLoader shared = SharedClasses.ofJvm();

    private final RankStreams othersStreams;

    private final RankRuntime others;

    /** Whether the launcher has heard of the rank that ends the JVM. */
    private volatile boolean told;

    /** Whether the ranks have found those of the other JVMs. */
    private volatile boolean connected;

    /** Whether the JVM ends, and all ranks with it. */
    private volatile boolean departing;

    private SharedJvm(SharedJvmArguments plan, LaunchEnvironment environment) {
        this.plan = plan;
        this.environment = environment;
        first = environment.rank();
        programs = plan.programs().stream()
                .map(program -> new LoadedProgram(program, plan.jmpi()))
                .toList();
        JmpiConfig config = JmpiConfig.load();
        worlds = RankThreads.of(first, environment.count(), environment.size(), config);
        launcher = LauncherWireUp.connect(environment, config, worlds);
        int count = environment.count();
        streams = plan.outputFolder().isEmpty()
                ? RankStreams.shared(first, count, plan.tag(), stdout, stderr)
                : RankStreams.files(first, count, Path.of(plan.outputFolder()), this::outputLost);
        othersStreams = new RankStreams(new LineOutput(stdout, null), new LineOutput(stderr, null));
        InputStream[] inputs = RankInput.of(System.in, plan.input(), first, count);
        for (int i = 0; i < count; i++) {
            int rank = first + i;
            runtimes.add(runtime(streams.get(i), inputs[i], (code, halts) -> exit(rank, code, halts)));
        }
        others = runtime(othersStreams, InputStream.nullInputStream(), SharedJvm::endJvm);
    }

    private static RankRuntime runtime(RankStreams streams, InputStream in, RankRuntime.Exit exit) {
        return new RankRuntime(
                new PrintStream(new RankOutput(streams.out()), true, CurrentPrintStream.charset("stdout")),
                new PrintStream(new RankOutput(streams.err()), true, CurrentPrintStream.charset("stderr")),
                in,
                exit);
    }

    /**
     * Runs the ranks that {@link SharedJvmArguments} describes.
     *
     * @param args the plan, as {@link SharedJvmArguments} writes it
     */
    public static void main(String[] args) {
        LaunchEnvironment environment = LaunchEnvironment.read(System.getenv())
                .orElseThrow(() -> new IllegalStateException("not started by jmpirun"));
        try {
            ClassPath all = ClassPath.read(System.getProperty("java.class.path"));
            new SharedJvm(SharedJvmArguments.parse(List.of(args), all, environment.size()), environment).start();
        } catch (BadInputException e) {
            System.err.println("jmpirun: " + e.getMessage());
            System.exit(1);
        }
    }

    private void start() {
        System.setIn(new CurrentInputStream(this::current));
        System.setOut(CurrentPrintStream.out(this::current));
        System.setErr(CurrentPrintStream.err(this::current));
        worlds.onEnd(new Ends());
        Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
        JvmHook.add(new Thread(this::onExit, "jmpi-exit"));
        connect(plan.jmpi().loader(shared));
        for (int rank = first; rank < first + environment.count(); rank++) ranks.add(thread(rank));
        ranks.forEach(RankThread::start);
    }

    /** Connects the worlds; reports to the launcher in one line why no rank of this JVM can begin. */
    private void connect(ClassLoader transports) {
        try {
            worlds.connect(new LauncherWireUp(environment, launcher), transports);
            connected = true;
        } catch (CommException e) {
            launcher.send(new ControlMessage.Failed(first, e.getMessage()));
            endJvm(1, true);
        }
    }

    /** Returns what the caller's rank has of its own. */
    private RankRuntime current() {
        RankRuntime own = RankClassLoader.callersRuntime();
        if (own != null) return own;
        int rank = RankThreads.rankOfThread();
        if (rank < 0) rank = RankThread.rankOf(Thread.currentThread());
        return rank < 0 ? others : runtimes.get(rank - first);
    }

    private RankThread rank(int rank) {
        return ranks.get(rank - first);
    }

    /** Returns what a rank runs. The processes of a job whose ranks all run one program have different ranks of it. */
    private LoadedProgram program(int rank) {
        int before = first;
        for (LoadedProgram program : programs) {
            before += program.ranks();
            if (rank < before) return program;
        }
        throw new IllegalStateException("no program for rank " + rank);
    }

    private String[] arguments(int rank) {
        String device = System.getenv(MpjArguments.DEVICE);
        List<String> own = program(rank).arguments();
        return MpjArguments.with(device, Integer.toString(rank), environment.size(), own)
                .toArray(new String[0]);
    }

    /** A rank may communicate until its last non-daemon thread ends. */
    private RankThread thread(int rank) {
        return new RankThread(rank, () -> run(rank), failure -> failed(rank, failure), () -> depart(rank));
    }

    private void run(int rank) {
        try {
            worlds.bind(rank);
            runMain(rank);
        } catch (InvocationTargetException e) {
            fail(rank, e.getCause());
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            fail(rank, e);
        }
    }

    private void depart(int rank) {
        // The others see that it has departed, and their reports of that must come later.
        launcher.send(new ControlMessage.Ended(rank));
        worlds.depart(rank);
    }

    private void runMain(int rank) throws ReflectiveOperationException {
        LoadedProgram program = program(rank);
        RankClassLoader loader = program.loader(shared, runtimes.get(rank - first));
        Thread.currentThread().setContextClassLoader(loader);
        MainMethod.of(program.mainClass(loader)).call(arguments(rank));
    }

    private void fail(int rank, Throwable failure) {
        // It has ended as far as the others know, though its threads could not; or all end, and this is no reason for
        // it.
        if (rank(rank).hasLeft() || departing) return;
        if (MemoryWatch.isOutOfMemory(failure)) launcher.releaseReserve();
        // Another thread may take the memory of the reserve at once.
        try {
            end(rank, failure);
        } catch (Error e) {
            // Also a BootstrapMethodError or NoClassDefFoundError: classes and lambda expressions need memory, too.
            launcher.outOfMemory();
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private void end(int rank, Throwable failure) {
        failure.setStackTrace(ofTheProgram(failure.getStackTrace()));
        String stack = stack(failure);
        String text = "rank " + rank + " failed:" + System.lineSeparator() + stack;
        end(1, rank, text, () -> launcher.send(new ControlMessage.Failed(rank, stack)));
    }

    private static String stack(Throwable failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack, true));
        return stack.toString();
    }

    /** Ends the job if a thread of a rank beside main is out of memory: others would wait for what it was to do. */
    private boolean failed(int rank, Throwable failure) {
        if (!MemoryWatch.isOutOfMemory(failure)) return false;
        fail(rank, failure);
        return true;
    }

    private void uncaught(Thread thread, Throwable failure) {
        int rank = Math.max(first, RankThreads.rankOfThread());
        if (failed(rank, failure)) return;
        System.err.print("Exception in thread \"" + thread.getName() + "\" " + stack(failure));
    }

    private static boolean isLauncher(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.equals(MainMethod.class.getName()) || name.startsWith(SharedJvm.class.getName());
    }

    private static boolean isReflection(StackTraceElement frame) {
        return frame.getClassName().matches("java\\.lang\\.(reflect\\..*|Class)|jdk\\.internal\\.reflect\\..*");
    }

    /** Returns a stack without the calls by which this class called main, or loaded its class. */
    private static StackTraceElement[] ofTheProgram(StackTraceElement[] stack) {
        int frames = stack.length;
        while (frames > 0 && !isLauncher(stack[frames - 1])) frames--;
        if (frames == 0) return stack;
        while (frames > 0 && (isLauncher(stack[frames - 1]) || isReflection(stack[frames - 1]))) frames--;
        return Arrays.copyOf(stack, frames);
    }

    private final class Ends implements RankThreads.EndListener {
        @Override
        public void aborted(int rank, int code, String message) {
            end(code, rank, "", () -> launcher.send(new ControlMessage.Abort(rank, code, message)));
        }

        @Override
        public void failed(int rank, Throwable cause) {
            fail(rank, cause);
        }
    }

    // The lock stays taken until the JVM has ended: only the first failure is reported.
    private synchronized void end(int code, int rank, String text, Runnable telling) {
        try {
            byte[] bytes = text.getBytes(Charset.defaultCharset());
            streams.get(rank - first).err().write(bytes, 0, bytes.length);
            closeStreams();
            telling.run();
        } catch (Error e) {
            launcher.outOfMemory();
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }

    private void closeStreams() {
        streams.forEach(RankStreams::close);
        othersStreams.close();
    }

    private void outputLost(IOException e) {
        boolean closed = OutputMerger.isClosedPipe(e);
        if (!closed) stderr.lines("jmpirun: cannot write the output of the ranks: " + e.getMessage());
        Runtime.getRuntime().halt(closed ? Signal.SIGPIPE.exitCode() : 1);
    }

    /**
     * Ends a rank as if it were a process. With exit code 0 the rank departs, the others go on, and the JVM ends with
     * the last of them; any other code ends the job.
     */
    private void exit(int rank, int code, boolean halts) {
        told = true;
        if (code == 0) {
            rank(rank).leave(() -> depart(rank));
            othersEnd(Long.MAX_VALUE);
        } else {
            launcher.send(new ControlMessage.Exits(rank));
        }
        if (halts) closeStreams();
        endJvm(code, halts);
    }

    private static void endJvm(int code, boolean halts) {
        if (halts) Runtime.getRuntime().halt(code);
        System.exit(code);
    }

    /**
     * Runs when the JVM ends in an orderly way. Code that calls System.exit past the rank's class loader, such as a
     * loader of the program's own, takes all ranks with it.
     */
    private void onExit() {
        int exiting = RankThread.exiting();
        if (exiting >= 0 && !told) {
            if (othersEnd(worlds.finalized(exiting) ? Long.MAX_VALUE : PATIENCE_MILLIS)) allEnded();
            else launcher.send(new ControlMessage.Exits(exiting));
        }
        departing = true;
        if (connected) worlds.departWithJvm();
        closeStreams();
        // HotSpot waits 300 ms for daemon threads in native code, such as one that reads from a connection.
        launcher.close();
    }

    private void allEnded() {
        for (int rank = first; rank < first + environment.count(); rank++)
            launcher.send(new ControlMessage.Ended(rank));
    }

    /**
     * Waits for the ranks that have not called System.exit, too; returns false if there are some that it cuts short.
     */
    private boolean othersEnd(long millis) {
        long left = millis;
        for (RankThread rank : ranks) {
            while (!rank.isInExit() && !rank.join(POLL_MILLIS)) {
                if (left <= 0) return false;
                left -= POLL_MILLIS;
            }
        }
        return true;
    }
}

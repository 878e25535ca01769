package org.jmpi.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.wireup.AddressExchange;
import org.jmpi.comm.wireup.LauncherWireUp;

/**
 * A rank that does what its arguments say, one after the other: {@code who:what} or {@code who:what=detail}, where who
 * is a rank, {@code all}, or {@code !N} for all but one. It uses no MPI, only what is below it.
 */
public final class RankProgram {
    private static final char READY = '!';

    static int mains;

    private final int rank;
    private LauncherLink channel;

    /** A class that is not public and prints its argument. */
    static class Base {
        public static void main(String[] args) {
            System.out.println(args[0]);
        }
    }

    private RankProgram(int rank) {
        this.rank = rank;
    }

    /** Runs the arguments. */
    public static void main(String[] args) throws Exception {
        mains++;
        int thread = RankThreads.rankOfThread();
        int rank = thread >= 0 ? thread : Integer.parseInt(System.getenv().getOrDefault("JMPI_RANK", "-1"));
        RankProgram program = new RankProgram(rank);
        for (String arg : args) program.step(arg);
    }

    private void step(String arg) throws Exception {
        int colon = arg.indexOf(':');
        String who = arg.substring(0, colon);
        boolean me = who.equals("all") || (who.startsWith("!") ? !who.equals("!" + rank) : who.equals("" + rank));
        if (!me) return;
        String[] what = arg.substring(colon + 1).split("=", 2);
        step(what[0], what.length > 1 ? what[1] : "");
    }

    private void step(String what, String detail) throws Exception {
        switch (what) {
            case "join":
                join();
                break;
            case "pid":
                System.out.println("pid " + ProcessHandle.current().pid());
                break;
            case "print":
                System.out.print(detail.replace("\\n", "\n").replace("%", "" + rank));
                break;
            case "println":
                System.out.println(detail.replace("%", "" + rank));
                break;
            case "err":
                System.err.println(detail.replace("%", "" + rank));
                break;
            case "lines":
                for (int i = 0; i < Integer.parseInt(detail); i++)
                    System.out.println(rank + " line " + i + " ".repeat(i % 90) + ";");
                break;
            case "mains":
                System.out.println("main " + mains + " of rank " + rank);
                break;
            case "env":
                System.out.println(rank + " " + detail + "=" + System.getenv(detail));
                break;
            case "property":
                System.out.println(rank + " " + detail + "=" + System.getProperty(detail));
                break;
            case "cores":
                System.out.println(rank + " cores " + cores());
                break;
            case "stdin":
                System.out.println(rank + " read " + new String(System.in.readAllBytes()).strip());
                break;
            default:
                end(what, detail);
        }
    }

    private void end(String what, String detail) throws Exception {
        switch (what) {
            case "touch":
                Files.createFile(Path.of(detail));
                break;
            case "until":
                while (Files.notExists(Path.of(detail))) Thread.onSpinWait();
                break;
            case "throw":
                throw new IllegalStateException(detail);
            case "exit":
                System.exit(Integer.parseInt(detail));
                break;
            case "halt":
                Runtime.getRuntime().halt(Integer.parseInt(detail));
                break;
            case "kill":
                new ProcessBuilder(
                                "kill",
                                "-" + detail,
                                "" + ProcessHandle.current().pid())
                        .start();
                awaitForEver();
                break;
            case "wait":
                awaitForEver();
                break;
            case "thread":
                new Thread(RankProgram::awaitForEver, "helper").start();
                break;
            case "child":
                System.out.println(
                        "pid " + new ProcessBuilder("sleep", "1000").start().pid());
                break;
            case "ignore-sigterm":
                Runtime.getRuntime().addShutdownHook(new Thread(RankProgram::awaitForEver));
                break;
            case "failed":
                channel.send(new ControlMessage.Failed(rank, detail));
                break;
            case "peer-lost":
                channel.send(new ControlMessage.PeerLost(rank, Integer.parseInt(detail), "connection reset"));
                break;
            case "finalized":
                channel.send(new ControlMessage.Finalized(rank));
                break;
            case "heir":
                startHeir(detail);
                break;
            case "inherit":
                inherit();
                break;
            default:
                throw new IllegalArgumentException("no step " + what);
        }
    }

    /** Returns the numbers of the cores that this process may use, as the kernel lists them. */
    private static String cores() throws IOException {
        String key = "Cpus_allowed_list:";
        for (String line : Files.readAllLines(Path.of("/proc/self/status")))
            if (line.startsWith(key)) return line.substring(key.length()).strip();
        throw new IOException("no line " + key);
    }

    private void join() {
        LaunchEnvironment launch = LaunchEnvironment.read(System.getenv()).orElseThrow();
        channel = LauncherWireUp.connect(launch, JmpiConfig.load(), () -> "queues of rank " + rank + "\n");
        AddressExchange addresses = new AddressExchange(new LauncherWireUp(launch, channel), 60_000_000_000L);
        int ranks = addresses
                .exchange(List.of(new PeerAddress("test", "here", "place " + rank)))
                .size();
        if (ranks != launch.size()) throw new IllegalStateException("table of " + ranks + " ranks");
    }

    /** Starts a process that joins in place of this one, and does one more step when this one has ended. */
    private static void startHeir(String step) throws IOException {
        List<String> words = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RankProgram.class.getName(),
                "all:join",
                "all:inherit",
                "all:" + step);
        Process heir = new ProcessBuilder(words).redirectError(Redirect.DISCARD).start();
        int first = heir.getInputStream().read();
        if (first != READY) throw new IllegalStateException("the heir did not join: read " + first);
    }

    private static void inherit() {
        ProcessHandle rank = ProcessHandle.current().parent().orElseThrow();
        System.out.write(READY);
        System.out.flush();
        rank.onExit().join();
    }

    private static void awaitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

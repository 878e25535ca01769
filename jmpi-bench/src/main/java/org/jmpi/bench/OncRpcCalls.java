package org.jmpi.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jmpi.bench.jobs.Processes;
import org.jmpi.bench.jobs.Scratch;
import org.jmpi.bench.peers.OncRpcProgram;

/** A program in C that calls a server by ONC RPC, in processes of their own, as often as it is told to. */
final class OncRpcCalls implements Closeable {
    private static final long END_SECONDS = 5;

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private OncRpcCalls(Path program) throws IOException {
        process = new ProcessBuilder(program.toString(), "calls")
                .redirectError(Redirect.INHERIT)
                .start();
        orders = process.outputWriter();
        answers = process.inputReader();
    }

    /**
     * Compiles and starts the program, and otherwise says in a line on standard error why not.
     *
     * @return empty if it is not there
     */
    static Optional<OncRpcCalls> start() throws InterruptedException, IOException {
        try (Scratch scratch = new Scratch();
                Processes processes = new Processes()) {
            Optional<OncRpcProgram> program = OncRpcProgram.compile(processes, scratch.folder());
            if (program.isPresent())
                return Optional.of(new OncRpcCalls(program.get().file()));
            System.err.println("rpc: ONC RPC is not installed: its rows need cc, pkg-config and libtirpc-dev");
        } catch (IOException e) {
            System.err.println("rpc: no rows of ONC RPC: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** Returns the time in ns of so many calls. */
    long nanos(CallRow row, long times) throws IOException {
        orders.write(procedure(row.call()) + " " + row.bytes() + " " + times + "\n");
        orders.flush();
        String answer = answers.readLine();
        if (answer == null) throw new IOException("the program of ONC RPC has ended");
        return Long.parseLong(answer);
    }

    private static String procedure(RemoteCall call) {
        return switch (call) {
            case ONC_RPC -> "nothing";
            case ONC_WORD -> "word";
            case ONC_WORDS -> "words";
            default -> "opaque";
        };
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

package org.jmpi.bench.rpc;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A worker in a JVM of its own, which ends with this one at the latest. */
final class WorkerProcess implements Closeable {
    /** The words before the port in the line that reports it. */
    static final String PORT = "port ";

    private static final long END_SECONDS = 5;

    private final Process process;
    private final Protocol.Client client;

    private WorkerProcess(Process process, Protocol.Client client) {
        this.process = process;
        this.client = client;
    }

    /** Starts a worker and connects to it. */
    static WorkerProcess start(Protocol protocol) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkerMain.class.getName(),
                        protocol.name())
                .redirectError(Redirect.INHERIT)
                .start();
        try {
            return new WorkerProcess(process, protocol.connect(port(process)));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static int port(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine())
            if (line.startsWith(PORT)) return Integer.parseInt(line.substring(PORT.length()));
        throw new IOException("a worker ended before it could be called");
    }

    Worker worker() {
        return client.worker();
    }

    /** Ends the worker. */
    @Override
    public void close() throws IOException {
        client.close();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

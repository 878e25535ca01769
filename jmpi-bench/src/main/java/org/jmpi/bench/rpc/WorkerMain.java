package org.jmpi.bench.rpc;

import java.io.IOException;

/** A JVM with a worker that others call. It prints its port, and ends when standard input does. */
final class WorkerMain {
    private WorkerMain() {}

    /**
     * Serves a worker.
     *
     * @param args the {@link Protocol}
     */
    public static void main(String[] args) throws IOException {
        try (Protocol.Service service = Protocol.valueOf(args[0]).serve(new LocalWorker())) {
            System.out.println(WorkerProcess.PORT + service.port());
            System.in.transferTo(System.out);
        }
        System.exit(0);
    }
}

package org.jmpi.wireup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A process manager that speaks PMI-1 over TCP, as MPICH's hydra or Slurm's plug-in does. */
final class FakePmiServer implements AutoCloseable {
    /** The answers of a process manager; the first place in each is that of its own part. */
    enum Dialect {
        HYDRA("rc=0 msg=success", 1 << 20),
        SLURM("rc=0", 1024);

        private final String success;
        private final int longestRequest;

        Dialect(String success, int longestRequest) {
            this.success = success;
            this.longestRequest = longestRequest;
        }
    }

    private final Dialect dialect;
    private final int size;
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final Map<String, String> values = new HashMap<>();
    private final List<OutputStream> waiting = new ArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> orders = new CopyOnWriteArrayList<>();
    private volatile String orderAnswer = "rc=0";
    private volatile CountDownLatch released = new CountDownLatch(0);

    /** The number of ranks that never reach a barrier is this less the number of clients. */
    FakePmiServer(Dialect dialect, int size, String mapping) throws IOException {
        this.dialect = dialect;
        this.size = size;
        values.put("PMI_process_mapping", mapping);
        start(this::accept);
    }

    String port() {
        return "localhost:" + listening.getLocalPort();
    }

    /** Returns every request, without its line end. */
    List<String> requests() {
        return requests;
    }

    /** Returns the lines of all orders to start processes. */
    List<String> orders() {
        return orders;
    }

    /** Refuses orders to start processes from now on. */
    void refuseOrders() {
        orderAnswer = "rc=-1 msg=no_slots";
    }

    /** Makes the clients spawned ones. */
    synchronized void put(String key, String value) {
        values.put(key, value);
    }

    /** Answers nothing until {@link #release}. */
    void hold() {
        released = new CountDownLatch(1);
    }

    void release() {
        released.countDown();
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void start(Runnable body) {
        Thread thread = new Thread(body, "fake-pmi");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException expected) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.length() >= dialect.longestRequest)
                    throw new IOException("request too long: " + line.length());
                if (line.startsWith("mcmd=")) {
                    takeOrder(line, in, out);
                    continue;
                }
                requests.add(line);
                awaitRelease();
                take(line, out);
            }
        } catch (IOException expected) {
            // The client sees the end of the connection.
        }
    }

    private void takeOrder(String first, BufferedReader in, OutputStream out) throws IOException {
        boolean isLast = false;
        for (String line = first; !line.equals("endcmd"); line = in.readLine()) {
            orders.add(line);
            if (line.startsWith("spawnssofar=")) isLast = orders.contains(line.replace("spawnssofar", "totspawns"));
        }
        if (isLast) say(out, "cmd=spawn_result " + orderAnswer);
    }

    private synchronized void take(String line, OutputStream out) throws IOException {
        Map<String, String> request = new HashMap<>();
        for (String token : line.split(" ")) request.put(token.split("=", 2)[0], token.split("=", 2)[1]);
        String command = request.get("cmd");
        if (command.equals("initack")) {
            for (String answer :
                    List.of("initack", "set size=" + size, "set rank=" + request.get("pmiid"), "set debug=0"))
                say(out, "cmd=" + answer);
        } else if (command.equals("put")) {
            values.put(request.get("key"), request.get("value"));
            say(out, "cmd=put_result " + dialect.success);
        } else if (command.equals("get")) {
            String value = values.get(request.get("key"));
            say(out, value == null ? "cmd=get_result rc=-1 msg=unknown" : found(value));
        } else if (command.equals("barrier_in")) {
            barrier(out);
        } else if (!command.equals("abort")) {
            say(out, answer(command));
        }
    }

    private String found(String value) {
        // The order of the parts is the server's affair.
        return dialect == Dialect.HYDRA
                ? "cmd=get_result rc=0 msg=success value=" + value
                : "cmd=get_result value=" + value + " rc=0";
    }

    private void barrier(OutputStream out) throws IOException {
        waiting.add(out);
        if (waiting.size() < size) return;
        for (OutputStream one : waiting) say(one, "cmd=barrier_out" + (dialect == Dialect.SLURM ? " rc=0" : ""));
        waiting.clear();
    }

    private String answer(String command) {
        return switch (command) {
            case "init" ->
                dialect == Dialect.HYDRA
                        ? "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"
                        : "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1";
            case "get_maxes" -> "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024";
            case "get_my_kvsname" ->
                dialect == Dialect.HYDRA
                        ? "cmd=my_kvsname kvsname=kvs_27_0_13_my.host+1"
                        : "cmd=my_kvsname rc=0 kvsname=3.0";
            case "get_appnum" -> "cmd=appnum appnum=1";
            case "finalize" -> "cmd=finalize_ack";
            default -> "cmd=unknown rc=-1";
        };
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) socket.close();
    }
}

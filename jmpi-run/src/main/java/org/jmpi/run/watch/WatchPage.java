package org.jmpi.run.watch;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.trust.JobSecret;

/**
 * A page on the loopback device that shows a job. Its address has a random token, which no other user of this host can
 * guess. A request with another token, or for another host, as a page of a stranger would send it after DNS rebinding,
 * gets an empty answer.
 */
public final class WatchPage implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;
    private static final int THREADS = 8;
    private static final int QUEUE = 64;
    private static final int IDLE_SECONDS = 10;

    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NO_SUCH_METHOD = 405;
    private static final int UNAVAILABLE = 503;

    private final Watch.Source source;
    private final HttpServer server;
    private final byte[] token = random().getBytes(StandardCharsets.US_ASCII);

    /** Allows the one script and the one style of the page, and nothing else. */
    private final String nonce = random();

    private final byte[] page;

    private WatchPage(Watch.Source source, HttpServer server) throws IOException {
        this.source = source;
        this.server = server;
        try (InputStream in = WatchPage.class.getResourceAsStream("watch.html")) {
            page = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NONCE", nonce)
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private static String random() {
        return HexFormat.of().formatHex(JobSecret.random(TOKEN_BYTES));
    }

    /**
     * Starts a server at a free port.
     *
     * @param source of the states
     * @return the server
     * @throws IOException if no port of the loopback device is free
     */
    public static WatchPage open(Watch.Source source) throws IOException {
        WatchPage page =
                new WatchPage(source, HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        page.server.createContext("/", page::handle);
        page.server.setExecutor(new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUE),
                body -> new DaemonThread(body, "jmpirun-page"),
                new ThreadPoolExecutor.DiscardPolicy()));
        // The server's own thread is no daemon unless the one that starts it is.
        DaemonThread start = new DaemonThread(page.server::start, "jmpirun-page-start");
        start.start();
        try {
            start.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
        return page;
    }

    /** {@return the address of the page, with its token} */
    public String address() {
        return "http://" + authority() + "/" + new String(token, StandardCharsets.US_ASCII) + "/";
    }

    private String authority() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce
                            + "'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
            answer(exchange);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (!isForThisHost(exchange.getRequestHeaders().get("Host"))) {
            send(exchange, FORBIDDEN);
            return;
        }
        // "", the token, the rest
        String[] path = exchange.getRequestURI().getRawPath().split("/", -1);
        boolean known = path.length == 3 && MessageDigest.isEqual(token, path[1].getBytes(StandardCharsets.ISO_8859_1));
        if (!known) send(exchange, NOT_FOUND);
        else if (!exchange.getRequestMethod().equals("GET")) send(exchange, NO_SUCH_METHOD);
        else if (path[2].isEmpty()) send(exchange, "text/html; charset=utf-8", page);
        else if (path[2].equals("status")) sendStatus(exchange);
        else send(exchange, NOT_FOUND);
    }

    private boolean isForThisHost(List<String> hosts) {
        if (hosts == null || hosts.size() != 1) return false;
        int port = server.getAddress().getPort();
        return hosts.get(0).equals(authority()) || hosts.get(0).equals("localhost:" + port);
    }

    private void sendStatus(HttpExchange exchange) throws IOException {
        String json;
        try {
            json = StatusJson.of(source.status());
        } catch (IOException e) {
            send(exchange, UNAVAILABLE);
            return;
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
        send(exchange, "application/json", json.getBytes(StandardCharsets.US_ASCII));
    }

    private static void send(HttpExchange exchange, int code) throws IOException {
        exchange.sendResponseHeaders(code, -1);
    }

    private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(OK, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

package org.jmpi.dist;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A program on the network that does not know the secret of a job, and tries each port of its ranks in many ways. */
public final class Stranger {
    /** The line that it prints at its end, while silent connections stay. */
    static final String DONE = "the stranger has tried all";

    /** The key store with the stranger's own certificate, in the working directory. */
    static final String KEY_STORE = "stranger.p12";

    static final String PASSWORD = "stranger";

    private static final int LIMIT_MILLIS = 20_000;
    private static final int SILENT = 20;

    private final String host;
    private final int port;
    private final SecureRandom random = new SecureRandom();

    private Stranger(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /**
     * Tries all ports, and keeps silent connections to each until its standard input ends. For each other connection it
     * prints how, how many bytes came back, and whether the rank closed it.
     *
     * @param args {@code HOST:PORT} each
     */
    public static void main(String[] args) throws Exception {
        List<Socket> silent = new ArrayList<>();
        for (String arg : args) {
            String[] parts = arg.split(":");
            Stranger stranger = new Stranger(parts[0], Integer.parseInt(parts[1]));
            for (int i = 0; i < SILENT; i++) silent.add(new Socket(stranger.host, stranger.port));
            stranger.tryAll();
        }
        System.out.println(DONE);
        while (System.in.read() >= 0) continue;
        for (Socket socket : silent) socket.close();
    }

    private void tryAll() throws Exception {
        send("garbage", new Socket(host, port), random(1 << 16));
        for (String protocol : new String[] {"JMPItcp3", "JMPIrmi4"}) {
            for (int rank = 0; rank < 2; rank++)
                send("wrong proof for " + protocol + " to rank " + rank, new Socket(host, port), hello(protocol, rank));
        }
        send("wrong certificate", tls().getSocketFactory().createSocket(host, port), random(1 << 10));
    }

    /** Returns the hello of a handshake, and behind it more bytes than a proof has. */
    private byte[] hello(String protocol, int acceptor) {
        byte[] hello = random(1 << 10);
        ByteBuffer.wrap(hello)
                .put(protocol.getBytes(StandardCharsets.US_ASCII))
                .putInt(1 - acceptor)
                .putInt(acceptor);
        return hello;
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void send(String how, Socket socket, byte[] bytes) throws IOException {
        int received = 0;
        String end;
        try (socket) {
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.getOutputStream().write(bytes);
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) received++;
            end = "closed";
        } catch (SocketTimeoutException e) {
            end = "open";
        } catch (IOException e) {
            end = "closed";
        }
        System.out.println(how + ": " + received + " bytes, " + end);
    }

    /** Returns TLS by {@link #KEY_STORE}, which accepts the certificate of anybody. */
    static SSLContext tls() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of(KEY_STORE))) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(keys.getKeyManagers(), new TrustManager[] {new Anybody()}, null);
        return tls;
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

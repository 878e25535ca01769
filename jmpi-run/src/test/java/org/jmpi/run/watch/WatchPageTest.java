package org.jmpi.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchPageTest {
    private WatchPage page;
    private URI address;

    @BeforeEach
    void open() throws IOException {
        RankStatus rank = Statuses.waiting(0, "Recv</script>\u2028\"\\", 0);
        page = WatchPage.open(() -> Statuses.of(List.of(rank)));
        address = URI.create(page.address());
    }

    @AfterEach
    void close() {
        page.close();
    }

    private String get(String method, String path, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            String request = method + " " + path + " HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String get(String path) throws IOException {
        return get("GET", path, "Host: " + address.getAuthority() + "\r\n");
    }

    private static int code(String answer) {
        return Integer.parseInt(answer.split(" ")[1]);
    }

    @Test
    void showsThePageAndTheState() throws IOException {
        String html = get(address.getPath());
        assertEquals(200, code(html));
        assertTrue(html.contains("<script nonce=\"") && !html.contains("NONCE"), html);
        assertTrue(html.contains("Content-security-policy: default-src 'none'; script-src 'nonce-"), html);
        String json = get(address.getPath() + "status");
        assertEquals(200, code(json));
        assertTrue(json.contains("\"call\":\"Recv\\u003c/script\\u003e\\u2028\\u0022\\u005c\""), json);
        assertTrue(json.contains("\"traffic\":[1200,3145728,7,8]"), json);
    }

    @Test
    void nobodyElseSeesAnything() throws IOException {
        String token = address.getPath().substring(1, address.getPath().length() - 1);
        for (String path : List.of(
                "/",
                "/status",
                "/" + token,
                "/" + token.replace(token.charAt(0), 'g') + "/status",
                "/" + token.substring(1) + "/",
                address.getPath() + "x",
                address.getPath() + "status/x")) assertEquals(404, code(get(path)), path);
        for (String host : List.of(
                "",
                "Host: evil.example\r\n",
                "Host: 127.0.0.1\r\n",
                "Host: evil.example:" + address.getPort() + "\r\n")) {
            String answer = get("GET", address.getPath() + "status", host);
            assertFalse(answer.contains("Recv"), answer);
            assertTrue(code(answer) == 403 || code(answer) == 400, answer);
        }
        assertEquals(405, code(get("POST", address.getPath(), "Host: " + address.getAuthority() + "\r\n")));
    }

    @Test
    void theNameLocalhostIsThisHostToo() throws IOException {
        assertEquals(200, code(get("GET", address.getPath(), "Host: localhost:" + address.getPort() + "\r\n")));
    }
}

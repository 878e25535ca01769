package org.jmpi.dist;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends each byte of standard input to a peer on another host, which sends it back. */
public final class Echo {
    private static final int PORT = 7777;

    private Echo() {}

    /**
     * Runs one side.
     *
     * @param args the host of the peer; nothing for the side that answers
     */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) answer();
        else ask(args[0]);
    }

    private static void answer() throws IOException {
        try (ServerSocket server = new ServerSocket(PORT)) {
            System.out.println("listening");
            try (Socket socket = server.accept()) {
                socket.getInputStream().transferTo(socket.getOutputStream());
            }
        }
    }

    private static void ask(String host) throws IOException {
        try (Socket socket = new Socket(host, PORT)) {
            for (int next = System.in.read(); next >= 0; next = System.in.read()) {
                socket.getOutputStream().write(next);
                int answer = socket.getInputStream().read();
                System.out.println(answer < 0 ? "closed" : "back: " + (char) answer);
            }
        }
    }
}

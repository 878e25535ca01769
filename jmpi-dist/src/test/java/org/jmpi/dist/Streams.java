package org.jmpi.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Copies standard input to standard error, and then says on standard output how long it was. */
public final class Streams {
    private Streams() {}

    /** Runs the program. */
    public static void main(String[] args) throws IOException {
        byte[] input = System.in.readAllBytes();
        if (args.length > 0) System.err.println(args[0] + new String(input, StandardCharsets.UTF_8));
        System.out.println(input.length + " bytes");
    }
}

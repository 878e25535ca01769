package org.jmpi.run;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Runs jmpirun in its own JVM, as Maven's {@code exec:java} does, and goes on afterwards. */
public final class EmbeddingProgram {
    private EmbeddingProgram() {}

    /** Runs jmpirun with the same arguments. */
    public static void main(String[] args) throws Exception {
        InputStream input = new ByteArrayInputStream("the program's".getBytes(StandardCharsets.UTF_8));
        System.out.println("returned " + Jmpirun.run(input, failures -> {}, args));
        System.out.println("then read " + new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
    }
}

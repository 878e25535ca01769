package org.jmpi.comm.control;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;

/** Ends this process when its launcher says so or is gone, or when there is no memory. */
@FunctionalInterface
public interface ProcessEnd {
    /** The JVM halts: no hook, lock or thread of the program can hold it up. It needs no memory. */
    ProcessEnd HALT = new ProcessEnd() {
        // Not System.err: a thread of the program may hold its lock, blocked on a pipe without a reader.
        private final FileOutputStream stderr = new FileOutputStream(FileDescriptor.err);

        @Override
        public void say(byte[] line) {
            try {
                stderr.write(line);
            } catch (IOException ignored) {
                // The pipe has no reader any more.
            }
        }

        @Override
        public void end(int code, byte[] line) {
            try {
                say(line);
            } finally {
                Runtime.getRuntime().halt(code);
            }
        }
    };

    /**
     * Writes to standard error.
     *
     * @param line as {@link #line} encodes it
     */
    default void say(byte[] line) {}

    /**
     * Ends the process.
     *
     * @param code the exit code
     * @param line the reason, as {@link #line} encodes it
     */
    void end(int code, byte[] line);

    /**
     * {@return a reason as standard error takes it}
     *
     * @param reason one line
     */
    static byte[] line(String reason) {
        return (reason + System.lineSeparator()).getBytes(Charset.defaultCharset());
    }
}

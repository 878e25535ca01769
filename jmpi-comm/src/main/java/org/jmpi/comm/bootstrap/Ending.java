package org.jmpi.comm.bootstrap;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;

/** Ends this process when its launcher says so or is gone. */
@FunctionalInterface
interface Ending {
    /** The JVM halts: no hook, lock or thread of the program can hold it up. */
    Ending HALT = Ending::halt;

    void end(int code, String reason);

    // Not System.err: a thread of the program may hold its lock, blocked on a pipe that nobody reads any more.
    private static void halt(int code, String reason) {
        try (FileOutputStream stderr = new FileOutputStream(FileDescriptor.err)) {
            stderr.write((reason + System.lineSeparator()).getBytes(Charset.defaultCharset()));
        } catch (IOException ignored) {
            // The launcher that read it is gone.
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }
}

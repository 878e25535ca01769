package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.KryoBufferUnderflowException;
import java.io.EOFException;
import java.io.IOException;

/** What is behind Kryo's exceptions, which wrap whatever was thrown, at each level of a graph once more. */
final class Failures {
    private static final int MOST_CHARACTERS = 500;

    private Failures() {}

    /** Returns the failure to be thrown; throws it if it is an error of the JVM. */
    static IOException ofEncoding(KryoException e) {
        Throwable root = rootOf(e);
        if (root instanceof IOException failure) return failure;
        return new IOException(text(e, root), e);
    }

    /** Returns the failure to be thrown; throws it if it is an error of the JVM, or a class that is not there. */
    static IOException ofDecoding(KryoException e) throws ClassNotFoundException {
        Throwable root = rootOf(e);
        if (root instanceof ClassNotFoundException failure) throw failure;
        if (root instanceof IOException failure) return failure;
        if (root instanceof KryoBufferUnderflowException || root instanceof IndexOutOfBoundsException)
            return (IOException) new EOFException("message is cut off or not what codec kryo wrote").initCause(e);
        return new IOException(text(e, root), e);
    }

    private static Throwable rootOf(Throwable e) {
        Throwable root = e;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error error) throw error;
            if (cause instanceof IOException || cause instanceof ClassNotFoundException) return cause;
            root = cause;
        }
        return root;
    }

    private static String text(KryoException e, Throwable root) {
        String text = root == e ? String.valueOf(e.getMessage()) : root + ", in " + e.getMessage();
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + " ...";
    }
}

package org.jmpi.rpc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jmpi.comm.error.CommException;

/** An exception on its way from a callee to its caller, as an object and, if that can't travel, as text. */
final class Thrown {
    /** The most frames of a stack that travel as text. */
    private static final int MOST_FRAMES = 200;

    private Thrown() {}

    /** Writes an exception. */
    static void write(Throwable cause, Wire out, ObjectBytes codec) {
        out.putText(CommException.describe(cause));
        StackTraceElement[] stack = cause.getStackTrace();
        int frames = Math.min(stack.length, MOST_FRAMES);
        out.putInt(frames);
        for (int i = 0; i < frames; i++) write(stack[i], out);
        out.mark();
        try {
            codec.write(new Object[] {cause}, out);
        } catch (ObjectBytes.Refused | Wire.Overflow e) {
            // The text is there.
            out.restart();
        }
    }

    private static void write(StackTraceElement frame, Wire out) {
        out.putText(frame.getClassName());
        out.putText(frame.getMethodName());
        out.putText(frame.getFileName());
        out.putInt(frame.getLineNumber());
    }

    /** Reads what {@link #write} has written: the exception, or one that has its text and its stack. */
    static Throwable read(ByteBuffer in, ObjectBytes codec, Callee callee) {
        String text = Wire.text(in);
        StackTraceElement[] stack = new StackTraceElement[Wire.count(in, 1)];
        for (int i = 0; i < stack.length; i++)
            stack[i] = new StackTraceElement(Wire.text(in), Wire.text(in), Wire.text(in), in.getInt());
        if (in.hasRemaining()) {
            try {
                Throwable cause = (Throwable) codec.read(in, 1)[0];
                // A class may leave its stack behind.
                if (cause.getStackTrace().length == 0) cause.setStackTrace(stack);
                return cause;
            } catch (ObjectBytes.Refused | ClassCastException e) {
                text += " (which this rank can't read: " + e.getMessage() + ")";
            }
        }
        RpcException failure = new RpcException(callee, "threw " + text, null);
        failure.setStackTrace(stack);
        return failure;
    }

    /**
     * Appends the stack of a call, below a line that names both ranks.
     *
     * @param call has been made by the thread that calls
     */
    static <T extends Throwable> T withCaller(T cause, int callee, int caller, Throwable call) {
        StackTraceElement line = line(caller, callee);
        cause.setStackTrace(
                Stream.of(Arrays.stream(cause.getStackTrace()), Stream.of(line), Arrays.stream(call.getStackTrace()))
                        .flatMap(part -> part)
                        .toArray(StackTraceElement[]::new));
        return cause;
    }

    /**
     * Appends the stack of a call within a rank, once: the program may throw an exception again.
     *
     * @param call has been made by the thread that calls
     */
    static Throwable withCaller(Throwable cause, int rank, Throwable call) {
        boolean hasCaller = Arrays.asList(cause.getStackTrace()).contains(line(rank, rank));
        return hasCaller ? cause : withCaller(cause, rank, rank, call);
    }

    private static StackTraceElement line(int caller, int callee) {
        return new StackTraceElement("rank " + caller + " calls rank " + callee, "", null, -1);
    }

    /** Returns what a caller's method may throw: the exception itself if the method declares it or need not. */
    static Throwable toThrow(Throwable cause, Signature signature, Callee callee) {
        if (cause instanceof RuntimeException) return cause;
        for (Class<?> declared : signature.method().getExceptionTypes()) if (declared.isInstance(cause)) return cause;
        return new RpcException(callee, "threw " + CommException.describe(cause), cause);
    }
}

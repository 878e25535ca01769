package org.jmpi.run;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Standard output of a JVM that several ranks share, for code that knows the JVM's alone, such as the JDK's: all calls
 * go to the stream of the calling thread's rank, also {@code close}.
 */
final class CurrentPrintStream extends PrintStream {
    private final Charset charset;
    private final Supplier<PrintStream> current;

    /** @param charset that of the ranks' own streams */
    CurrentPrintStream(Charset charset, Supplier<PrintStream> current) {
        super(OutputStream.nullOutputStream());
        this.charset = charset;
        this.current = current;
    }

    /** {@return the character set of the ranks' streams} */
    public Charset charset() {
        // PrintStream has this method since Java 18.
        return charset;
    }

    @Override
    public void flush() {
        current.get().flush();
    }

    @Override
    public void close() {
        current.get().close();
    }

    @Override
    public boolean checkError() {
        return current.get().checkError();
    }

    @Override
    public void write(int b) {
        current.get().write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        current.get().write(bytes, offset, count);
    }

    @Override
    public void write(byte[] bytes) {
        current.get().writeBytes(bytes);
    }

    @Override
    public void writeBytes(byte[] bytes) {
        current.get().writeBytes(bytes);
    }

    @Override
    public void print(boolean value) {
        current.get().print(value);
    }

    @Override
    public void print(char value) {
        current.get().print(value);
    }

    @Override
    public void print(int value) {
        current.get().print(value);
    }

    @Override
    public void print(long value) {
        current.get().print(value);
    }

    @Override
    public void print(float value) {
        current.get().print(value);
    }

    @Override
    public void print(double value) {
        current.get().print(value);
    }

    @Override
    public void print(char[] value) {
        current.get().print(value);
    }

    @Override
    public void print(String value) {
        current.get().print(value);
    }

    @Override
    public void print(Object value) {
        current.get().print(value);
    }

    @Override
    public void println() {
        current.get().println();
    }

    @Override
    public void println(boolean value) {
        current.get().println(value);
    }

    @Override
    public void println(char value) {
        current.get().println(value);
    }

    @Override
    public void println(int value) {
        current.get().println(value);
    }

    @Override
    public void println(long value) {
        current.get().println(value);
    }

    @Override
    public void println(float value) {
        current.get().println(value);
    }

    @Override
    public void println(double value) {
        current.get().println(value);
    }

    @Override
    public void println(char[] value) {
        current.get().println(value);
    }

    @Override
    public void println(String value) {
        current.get().println(value);
    }

    @Override
    public void println(Object value) {
        current.get().println(value);
    }

    @Override
    public PrintStream printf(String format, Object... args) {
        current.get().printf(format, args);
        return this;
    }

    @Override
    public PrintStream printf(Locale locale, String format, Object... args) {
        current.get().printf(locale, format, args);
        return this;
    }

    @Override
    public PrintStream format(String format, Object... args) {
        current.get().format(format, args);
        return this;
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... args) {
        current.get().format(locale, format, args);
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        current.get().append(text);
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        current.get().append(text, start, end);
        return this;
    }

    @Override
    public PrintStream append(char value) {
        current.get().append(value);
        return this;
    }
}

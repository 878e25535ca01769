package org.jmpi.run.threads;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Standard output of a JVM that several ranks share: all calls go to the caller's rank, also {@code close}. */
final class CurrentPrintStream extends PrintStream {
    private final Charset charset;
    private final CurrentStream<PrintStream> current;

    private CurrentPrintStream(String name, CurrentStream<PrintStream> current) {
        super(OutputStream.nullOutputStream());
        this.charset = charset(name);
        this.current = current;
    }

    /** Returns what stands for standard output, given what returns the caller's rank. */
    static CurrentPrintStream out(Supplier<RankRuntime> rank) {
        return new CurrentPrintStream("stdout", new CurrentStream<>(rank, RankRuntime::out, RankRuntime::firstOut));
    }

    /** Returns what stands for standard error. */
    static CurrentPrintStream err(Supplier<RankRuntime> rank) {
        return new CurrentPrintStream("stderr", new CurrentStream<>(rank, RankRuntime::err, RankRuntime::firstErr));
    }

    /**
     * Returns the character set of a standard stream, which Java names by a property: stdout.encoding, or
     * sun.stdout.encoding before Java 19.
     */
    static Charset charset(String name) {
        String property = name + ".encoding";
        String encoding = System.getProperty(property, System.getProperty("sun." + property));
        return encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
    }

    private void on(Consumer<PrintStream> call) {
        current.call(stream -> {
            call.accept(stream);
            return null;
        });
    }

    /** {@return the character set of the ranks' streams} */
    public Charset charset() {
        // PrintStream has this method since Java 18.
        return charset;
    }

    @Override
    public void flush() {
        on(stream -> stream.flush());
    }

    @Override
    public void close() {
        on(stream -> stream.close());
    }

    @Override
    public boolean checkError() {
        return current.call(PrintStream::checkError);
    }

    @Override
    public void write(int b) {
        on(stream -> stream.write(b));
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        on(stream -> stream.write(bytes, offset, count));
    }

    @Override
    public void write(byte[] bytes) {
        on(stream -> stream.writeBytes(bytes));
    }

    @Override
    public void writeBytes(byte[] bytes) {
        on(stream -> stream.writeBytes(bytes));
    }

    @Override
    public void print(boolean value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(char value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(int value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(long value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(float value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(double value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(char[] value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(String value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void print(Object value) {
        on(stream -> stream.print(value));
    }

    @Override
    public void println() {
        on(stream -> stream.println());
    }

    @Override
    public void println(boolean value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(char value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(int value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(long value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(float value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(double value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(char[] value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(String value) {
        on(stream -> stream.println(value));
    }

    @Override
    public void println(Object value) {
        on(stream -> stream.println(value));
    }

    @Override
    public PrintStream printf(String format, Object... args) {
        on(stream -> stream.printf(format, args));
        return this;
    }

    @Override
    public PrintStream printf(Locale locale, String format, Object... args) {
        on(stream -> stream.printf(locale, format, args));
        return this;
    }

    @Override
    public PrintStream format(String format, Object... args) {
        on(stream -> stream.format(format, args));
        return this;
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... args) {
        on(stream -> stream.format(locale, format, args));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        on(stream -> stream.append(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        on(stream -> stream.append(text, start, end));
        return this;
    }

    @Override
    public PrintStream append(char value) {
        on(stream -> stream.append(value));
        return this;
    }
}

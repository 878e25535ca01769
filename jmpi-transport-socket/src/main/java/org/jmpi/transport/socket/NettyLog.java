package org.jmpi.transport.socket;

import io.netty.util.internal.logging.AbstractInternalLogger;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.MessageFormatter;
import org.jmpi.comm.config.Warnings;

/**
 * Netty's log: prints warnings as JMPI's own, in one line each, and drops all else. Netty's own choices are a library
 * of the program and the module java.logging, which a runtime made by jlink may lack.
 */
final class NettyLog extends AbstractInternalLogger {
    private static final long serialVersionUID = 1;

    private NettyLog(String name) {
        super(name);
    }

    /** Becomes what Netty logs by; has to come before any class of Netty that logs. */
    static void use() {
        InternalLoggerFactory.setDefaultFactory(new InternalLoggerFactory() {
            @Override
            protected InternalLogger newInstance(String name) {
                return new NettyLog(name);
            }
        });
    }

    private static void say(String message, Throwable cause) {
        Warnings.print("Netty: " + message + (cause == null ? "" : ": " + cause));
    }

    private static void say(String format, Object... arguments) {
        var filled = MessageFormatter.arrayFormat(format, arguments);
        say(filled.getMessage(), filled.getThrowable());
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public void trace(String message) {}

    @Override
    public void trace(String format, Object argument) {}

    @Override
    public void trace(String format, Object first, Object second) {}

    @Override
    public void trace(String format, Object... arguments) {}

    @Override
    public void trace(String message, Throwable cause) {}

    @Override
    public void trace(Throwable cause) {}

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public void debug(String message) {}

    @Override
    public void debug(String format, Object argument) {}

    @Override
    public void debug(String format, Object first, Object second) {}

    @Override
    public void debug(String format, Object... arguments) {}

    @Override
    public void debug(String message, Throwable cause) {}

    @Override
    public void debug(Throwable cause) {}

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public void info(String message) {}

    @Override
    public void info(String format, Object argument) {}

    @Override
    public void info(String format, Object first, Object second) {}

    @Override
    public void info(String format, Object... arguments) {}

    @Override
    public void info(String message, Throwable cause) {}

    @Override
    public void info(Throwable cause) {}

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public void warn(String message) {
        say(message, (Throwable) null);
    }

    @Override
    public void warn(String format, Object argument) {
        say(format, argument);
    }

    @Override
    public void warn(String format, Object first, Object second) {
        say(format, first, second);
    }

    @Override
    public void warn(String format, Object... arguments) {
        say(format, arguments);
    }

    @Override
    public void warn(String message, Throwable cause) {
        say(message, cause);
    }

    @Override
    public void warn(Throwable cause) {
        say("it failed", cause);
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    public void error(String message) {
        say(message, (Throwable) null);
    }

    @Override
    public void error(String format, Object argument) {
        say(format, argument);
    }

    @Override
    public void error(String format, Object first, Object second) {
        say(format, first, second);
    }

    @Override
    public void error(String format, Object... arguments) {
        say(format, arguments);
    }

    @Override
    public void error(String message, Throwable cause) {
        say(message, cause);
    }

    @Override
    public void error(Throwable cause) {
        say("it failed", cause);
    }
}

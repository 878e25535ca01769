package org.jmpi.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.util.internal.logging.InternalLogLevel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class NettyLogTest {
    private static String said(Runnable body) {
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            body.run();
        } finally {
            System.setErr(err);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void warningsAreLinesAndAllElseIsQuiet() {
        NettyLog.use();
        InternalLogger log = InternalLoggerFactory.getInstance("any");
        IOException cause = new IOException("no room");
        assertEquals("", said(() -> {
            log.trace("a");
            log.debug("a {}", 1);
            log.info("a");
            log.info("a {} {}", 1, 2);
            log.info("a", cause);
            log.log(InternalLogLevel.INFO, cause);
        }));
        String lines = said(() -> {
            log.warn("a");
            log.warn("a {}", 1);
            log.error("a {} {}", 1, 2);
            log.error("a {} {} {}", 1, 2, 3);
            log.warn("a {}", 1, cause);
            log.warn("a", cause);
            log.error(cause);
        });
        assertEquals(
                "jmpi: Netty: a\njmpi: Netty: a 1\njmpi: Netty: a 1 2\njmpi: Netty: a 1 2 3\njmpi: Netty: a 1: " + cause
                        + "\njmpi: Netty: a: " + cause + "\njmpi: Netty: it failed: " + cause + "\n",
                lines.replace(System.lineSeparator(), "\n"));
    }
}

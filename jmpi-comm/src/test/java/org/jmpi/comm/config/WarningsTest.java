package org.jmpi.comm.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("replaces standard error and sets a property")
class WarningsTest {
    private static final String SETTING = "jmpi.log";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final List<String> logged = new ArrayList<>();

    private void warn() {
        PrintStream err = System.err;
        Logger logger = Logger.getLogger("org.jmpi");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord each) {
                logged.add(each.getLevel() + " " + each.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        System.setErr(new PrintStream(printed, true));
        try {
            Warnings.print(3, "too hot");
        } finally {
            System.setErr(err);
            logger.setUseParentHandlers(true);
            logger.removeHandler(handler);
        }
    }

    @Test
    void goToStandardError() {
        warn();
        assertEquals("jmpi: rank 3: too hot\n", printed.toString());
        assertEquals(List.of(), logged);
    }

    @Test
    void goToTheLogThatTheSettingAsksFor() {
        System.setProperty(SETTING, "true");
        try {
            warn();
        } finally {
            System.clearProperty(SETTING);
        }
        assertEquals("", printed.toString());
        assertEquals(List.of("WARNING rank 3: too hot"), logged);
    }

    @Test
    void theProgramsLoggerFinderIsKnown() {
        assertFalse(Warnings.isOfProgram(System.LoggerFinder.getLoggerFinder().getClass()));
        assertTrue(Warnings.isOfProgram(Finder.class));
    }

    private static final class Finder extends System.LoggerFinder {
        @Override
        public System.Logger getLogger(String name, Module module) {
            throw new UnsupportedOperationException("nobody asks");
        }
    }
}

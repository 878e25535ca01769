package org.jmpi.comm.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The warning of a receiver that blocks names the method that this receiver runs, and no other. */
@Timeout(60)
class ReceiverWatchTest {
    private static final String RPC = "rpc";
    private static final String SIMPLE = "Work.simple()";

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ProgramChecks checks = new ProgramChecks(0);

    @BeforeEach
    void keepWarnings() {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void keepNoMore() {
        System.setErr(before);
    }

    private String awaitWarning() {
        while (!said().contains("\n")) Thread.onSpinWait();
        return said();
    }

    private String said() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aMethodThatWaitsIsNotNamedForAReceiverOnItsThread() {
        Object method = checks.executionBegan("Work.threaded()", 1);
        Object receiver = checks.receiverBegan("other", 7, 2);
        String line = awaitWarning();
        checks.receiverEnded(receiver);
        checks.executionEnded(method);
        assertTrue(line.contains("the receiver of id 7 of layer other has not returned for 1 s from a frame"), line);
    }

    @Test
    void theMethodOfTheOuterReceiverIsNamedAfterAnInnerOne() {
        Object outer = checks.receiverBegan(RPC, 1, 1);
        Object method = checks.executionBegan(SIMPLE, 1);
        checks.receiverEnded(checks.receiverBegan("other", 7, 2));
        String line = awaitWarning();
        checks.executionEnded(method);
        checks.receiverEnded(outer);
        assertTrue(line.contains("the simple method " + SIMPLE + " of a remote object has not returned"), line);
    }

    @Test
    void aMethodThatHasReturnedIsNotNamed() {
        Object receiver = checks.receiverBegan(RPC, 1, 1);
        checks.executionEnded(checks.executionBegan(SIMPLE, 1));
        String line = awaitWarning();
        checks.receiverEnded(receiver);
        assertTrue(line.contains("the receiver of id 1 of layer rpc has not returned"), line);
    }
}

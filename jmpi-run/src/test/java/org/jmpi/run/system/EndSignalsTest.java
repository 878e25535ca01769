package org.jmpi.run.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndSignalsTest {
    @Test
    void aThreadOfTheJvmNamesItsSignal() {
        assertEquals(Optional.of(Signal.SIGINT), EndSignals.ofThread("SIGINT handler"));
        assertEquals(Optional.of(Signal.SIGHUP), EndSignals.ofThread("SIGHUP handler"));
        assertEquals(Optional.empty(), EndSignals.ofThread("main"));
        assertEquals(List.of(), EndSignals.pending());
    }
}

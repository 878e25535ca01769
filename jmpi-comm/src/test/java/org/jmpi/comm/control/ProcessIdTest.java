package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProcessIdTest {
    @Test
    void itIsTheOneThatTheJdkTells() {
        assertEquals(ProcessHandle.current().pid(), ProcessId.current());
    }
}

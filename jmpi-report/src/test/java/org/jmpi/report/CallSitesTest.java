package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallSitesTest {
    @ParameterizedTest
    @CsvSource({
        "mpi.Intracomm, false",
        "mpi.Intracomm$$Lambda$248+0x00000008020d7a60.1620948027, false",
        "mpi.Intracomm$$Lambda+0x000000004c150210, false",
        "org.jmpi.World$$Lambda/0x000000004c150210, false",
        "org.jmpi.comm.schedule.Schedule$$Lambda$12+0x0000000802000000.7, false",
        "java.lang.invoke.LambdaForm$MH+0x0000000802001234.17, false",
        "mpi.Comm+0x0000000802001234.17, false",
        "Heat$$Lambda$5+0x0000000802001234.17, false",
        "org.jmpi.dsm.SharedSpace, false",
        "org.jmpi.rpc.Stub, false",
        "jpvm.jpvmEnvironment, false",
        "jdk.proxy2.$Proxy9, false",
        "com.acme.$Proxy9, false",
        "com.acme.Heat, true",
        "Heat$Plate, true",
        "mpi.tools.Main, true",
        "com.acme.Script+0x0000000802001234.17, true",
    })
    void hiddenClassesAreThoseOfTheirMakers(String type, boolean ofTheProgram) {
        assertEquals(ofTheProgram, CallSites.isOfTheProgram(type));
    }
}

package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Executable;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.comm.transport.TransportProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the compiler is told of is there. */
class RmiCompilationUnitsTest {
    static List<String> methods() {
        return RmiCompilationUnits.METHODS;
    }

    @ParameterizedTest
    @MethodSource("methods")
    void eachIsAMethod(String method) throws Exception {
        String[] parts = method.split("::");
        Class<?> owner = Class.forName(parts[0]);
        Executable[] all = parts[1].equals("<init>") ? owner.getDeclaredConstructors() : owner.getDeclaredMethods();
        assertTrue(Stream.of(all)
                .map(Executable::getName)
                .anyMatch(name -> parts[1].equals("<init>") || name.equals(parts[1])));
    }

    @Test
    void bothTransportsNameThem() {
        for (TransportProvider provider :
                new TransportProvider[] {new RmiTransportProvider(), new RmiKryoTransportProvider()})
            assertEquals(RmiCompilationUnits.METHODS, provider.compilationUnits());
    }
}

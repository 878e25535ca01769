package mpi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.config.CompilationUnits;
import org.junit.jupiter.api.Test;

/** What the compiler is told of the classes that programs call is there. */
class CompilationUnitsOfApiTest {
    private static final String OPTION = "-XX:CompileCommand=dontinline,mpi.";

    @Test
    void eachIsAMethod() throws Exception {
        List<String> named = CompilationUnits.options().stream()
                .filter(option -> option.startsWith(OPTION))
                .map(option -> option.substring(OPTION.length()))
                .toList();
        assertFalse(named.isEmpty());
        for (String method : named) {
            String[] parts = method.split("::");
            assertTrue(
                    Arrays.stream(Class.forName("mpi." + parts[0]).getDeclaredMethods())
                            .anyMatch(found -> found.getName().equals(parts[1])),
                    method);
        }
    }
}

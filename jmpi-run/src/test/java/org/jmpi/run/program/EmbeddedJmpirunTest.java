package org.jmpi.run.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import org.jmpi.run.Jmpirun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jmpirun in a class loader of its own, as Maven's exec:java starts it: its end is not that of the JVM. */
class EmbeddedJmpirunTest {
    private static void main(String word) throws Exception {
        try (URLClassLoader loader =
                ClassPath.parse(System.getProperty("java.class.path")).loader(ClassLoader.getPlatformClassLoader())) {
            Method main = loader.loadClass(Jmpirun.class.getName()).getMethod("main", String[].class);
            main.invoke(null, (Object) new String[] {word});
        }
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void itReturnsFromMainAfterSuccess() throws Exception {
        main("--version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--no-such-option", "-np=0", "no.such.Program"})
    @ResourceLock(Resources.SYSTEM_ERR)
    void itThrowsFromMainAfterAFailure(String word) {
        Throwable thrown =
                assertThrows(InvocationTargetException.class, () -> main(word)).getCause();
        assertEquals("jmpirun has ended with exit code 2", thrown.getMessage());
    }
}

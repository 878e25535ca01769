package org.jmpi.comm.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the compiler is told of comm is there; the API's own test looks for the rest. */
class CompilationUnitsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages("org.jmpi.comm");

    static List<String> methods() {
        return CompilationUnits.methods().toList();
    }

    static List<String> methodsOfComm() {
        return methods().stream()
                .filter(method -> method.startsWith("org.jmpi.comm."))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("methodsOfComm")
    void eachIsAMethodWithCode(String method) {
        String[] parts = method.split("::");
        Pattern owner = Pattern.compile(parts[0].replace(".", "\\.").replace("*", "\\w+"));
        assertTrue(CLASSES.stream()
                .filter(type -> owner.matcher(type.getName()).matches())
                .flatMap(type -> type.getMethods().stream())
                .anyMatch(found -> found.getName().equals(parts[1])
                        && !found.getModifiers().contains(JavaModifier.ABSTRACT)));
    }

    @Test
    void theCompilerIsToldQuietly() {
        List<String> options = CompilationUnits.options();
        assertEquals("-XX:CompileCommand=quiet", options.get(0));
        assertEquals(methods().size() + 1, options.size());
        assertTrue(options.contains("-XX:CompileCommand=dontinline,org.jmpi.comm.datatype.Segment::pack"));
    }
}

package org.jmpi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Typed calls use the core and the world of the calling thread, which uses the core alone: no binding. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(Predefined.DO_NOT_INCLUDE_JARS)
            .importPackages("org.jmpi", "org.jmpi.world");

    @ParameterizedTest
    @ValueSource(strings = {"org.jmpi.world", "org.jmpi"})
    void aPackageUsesOnlyThoseBelow(String name) {
        String[] below = name.equals("org.jmpi")
                ? new String[] {"java..", "org.jmpi.comm..", "org.jmpi.world", "org.jmpi"}
                : new String[] {"java..", "org.jmpi.comm..", "org.jmpi.world"};
        classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(below)
                .check(CLASSES);
    }
}

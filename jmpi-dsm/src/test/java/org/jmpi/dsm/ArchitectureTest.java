package org.jmpi.dsm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import org.junit.jupiter.api.Test;

/** The protocol uses nothing of JMPI, and shared arrays the core and the world of the calling thread: no binding. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(Predefined.DO_NOT_INCLUDE_JARS)
            .importPackages("org.jmpi.dsm");

    private static void check(String name, String... below) {
        classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(below)
                .check(CLASSES);
    }

    @Test
    void theProtocolHasNoTransport() {
        check("org.jmpi.dsm.protocol", "java..", "org.jmpi.dsm.protocol");
    }

    @Test
    void sharedArraysUseTheCore() {
        check("org.jmpi.dsm", "java..", "org.jmpi.comm..", "org.jmpi.world", "org.jmpi.dsm..");
    }
}

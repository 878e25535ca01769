package org.jmpi.comm;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_JARS;
import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.coll.Blocks;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.transport.DaemonThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages stand on each other in one order. */
class ArchitectureTest {
    private static final String ROOT = "org.jmpi.comm.";

    /** A package uses those before it, never one after it. */
    private static final List<String> ORDER = List.of(
            "error",
            "config",
            "trust",
            "wireup",
            "transport",
            "wire",
            "datatype",
            "match",
            "request",
            "events",
            "progress",
            "op",
            "schedule",
            "coll",
            "communicator",
            "report",
            "check",
            "bootstrap");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(DO_NOT_INCLUDE_TESTS)
            .withImportOption(DO_NOT_INCLUDE_JARS)
            .importPackages("org.jmpi.comm");

    static List<String> packages() {
        return ORDER;
    }

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        TreeSet<String> found = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .map(name -> name.substring(ROOT.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(ORDER), found);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyThoseBeforeIt(String name) {
        String[] allowed = ORDER.subList(0, ORDER.indexOf(name) + 1).stream()
                .map(before -> ROOT + before)
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(with(allowed, "java..", "javax.crypto..", "jdk.internal.vm.annotation"))
                .check(CLASSES);
    }

    /** A simulator decides what time it is there, and which thread runs. */
    @Test
    void theEngineWaitsByItsSchedulerAlone() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        Stream.of("match", "request", "progress", "op", "schedule", "coll", "communicator", "report")
                                .map(name -> ROOT + name)
                                .toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(LockSupport.class, DaemonThread.class)
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Thread.class, "yield")
                .orShould()
                .callMethod(Thread.class, "onSpinWait")
                .orShould()
                .callMethod(Thread.class, "start")
                .orShould()
                .callMethod(Object.class, "wait")
                .check(CLASSES);
    }

    /** The ranks of a JVM would share it, and each of these is for one thread. */
    @Test
    void noPartOfAnArrayIsStatic() {
        noFields()
                .that()
                .haveRawType(Buffer.class)
                .or()
                .haveRawType(Segment.class)
                .or()
                .haveRawType(Blocks.class)
                .should()
                .beStatic()
                .check(CLASSES);
    }

    private static String[] with(String[] own, String... others) {
        List<String> all = new ArrayList<>(List.of(own));
        all.addAll(List.of(others));
        return all.toArray(new String[0]);
    }
}

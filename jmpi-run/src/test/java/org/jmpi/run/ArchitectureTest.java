package org.jmpi.run;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.StringConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of the launcher stand on each other in one order. */
class ArchitectureTest {
    private static final String ROOT = "org.jmpi.run";

    /** From the bottom up: a package uses those before it. Jobs of programs use the main class, in the root. */
    private static final List<String> ORDER = List.of(
            ".system",
            ".launcher",
            ".watch",
            ".output",
            ".hosts",
            ".program",
            ".source",
            ".jvm",
            ".threads",
            ".local",
            ".agent",
            ".plan",
            ".lifecycle",
            ".cli",
            ".planner",
            ".doctor",
            ".command",
            "",
            ".job",
            ".spawn");

    private static final Pattern NAME = Pattern.compile("org[./]jmpi[./]run((?:[./][a-z]+)?)[./][A-Z]\\w*");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `run(\\.[a-z]+)?` \\|");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(Predefined.DO_NOT_INCLUDE_JARS)
            .importPackages(ROOT);

    static List<String> packages() {
        return ORDER;
    }

    private static List<String> allowed(String name) {
        return ORDER.subList(0, ORDER.indexOf(name) + 1);
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
        String[] used = Stream.concat(
                        allowed(name).stream().map(before -> ROOT + before),
                        Stream.of(
                                "java..",
                                "javax..",
                                "jdk..",
                                "com.sun..",
                                "sun..",
                                "picocli..",
                                "org.jmpi.comm..",
                                "org.jmpi.tls.."))
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(used)
                .check(CLASSES);
    }

    /** A class that is named in a string is used, too: by reflection or by another process. */
    @ParameterizedTest
    @MethodSource("packages")
    void aPackageNamesOnlyThoseBeforeItInStrings(String name) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (JavaClass type : CLASSES) {
            if (!type.getPackageName().equals(ROOT + name)) continue;
            for (String text : StringConstants.of(type))
                NAME.matcher(text)
                        .results()
                        .filter(found -> !allowed(name).contains(found.group(1).replace('/', '.')))
                        .forEach(found -> wrong.add(type.getName() + ": " + found.group()));
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void theDocumentationListsThePackagesInTheirOrder() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "architecture.md"));
        assertEquals(
                ORDER,
                ROW.matcher(page)
                        .results()
                        .map(row -> row.group(1) == null ? "" : row.group(1))
                        .toList());
    }
}

package org.jmpi.comm;

import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_JARS;
import static com.tngtech.archunit.core.importer.ImportOption.Predefined.DO_NOT_INCLUDE_TESTS;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.transport.DaemonThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packages stand on each other in one order. */
class ArchitectureTest {
    private static final String ROOT = "org.jmpi.comm.";

    /** Layers from the bottom up. A layer uses those below it, and a package those before it in its layer. */
    private static final List<List<String>> LAYERS = List.of(
            List.of("error", "object", "config", "trust", "transport", "frame", "control", "wireup"),
            List.of("wire", "datatype", "op"),
            List.of("match", "operation", "events", "progress", "schedule", "layer", "fault"),
            List.of("coll.shared", "coll.select", "coll"),
            List.of("communicator", "window", "report", "check", "observe", "dynamic", "session"));

    private static final String[] PACKAGES_USE = {"java..", "javax.crypto..", "jdk.internal.vm.annotation"};

    private static final String[] OBSERVERS_USE = {"java..", "javax.management..", "jdk.jfr.."};

    private static final List<String> ORDER =
            LAYERS.stream().flatMap(List::stream).toList();

    /** The names of the binding's packages, by which the core finds the caller of MPI on a stack. */
    private static final Set<String> CALLERS = Set.of("org.jmpi", "org.jmpi.world");

    /** The names of loggers. */
    private static final Pattern LOGGER = Pattern.compile("org\\.jmpi\\.(rank|connection|message|collective|window)");

    /** A row of the table of packages: layer, package. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d) [a-z0-9]+ \\| `([a-z.]+)` \\|");

    private static final Pattern NAME = Pattern.compile("\\borg[./]jmpi\\b[./\\w]*");

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
                .resideInAnyPackage(with(allowed, name.equals("observe") ? OBSERVERS_USE : PACKAGES_USE))
                .check(CLASSES);
    }

    @Test
    void theDocumentationListsThePackagesInTheirLayers() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int layer = 0; layer < LAYERS.size(); layer++)
            for (String name : LAYERS.get(layer)) expected.add(layer + " " + name);
        String page = Files.readString(Path.of("..", "docs", "architecture.md"));
        assertEquals(
                expected,
                ROW.matcher(page)
                        .results()
                        .map(row -> row.group(1) + " " + row.group(2))
                        .toList());
    }

    /** A class that is named in a string is used, too: by reflection. */
    @ParameterizedTest
    @MethodSource("packages")
    void aPackageNamesOnlyThoseBeforeItInStrings(String name) throws IOException {
        List<String> allowed = ORDER.subList(0, ORDER.indexOf(name) + 1);
        List<String> wrong = new ArrayList<>();
        for (JavaClass type : CLASSES) {
            if (!type.getPackageName().equals(ROOT + name)) continue;
            for (String text : StringConstants.of(type))
                NAME.matcher(text)
                        .results()
                        .map(found -> found.group().replace('/', '.'))
                        .filter(found -> !isAllowed(found, allowed))
                        .forEach(found -> wrong.add(type.getName() + ": " + found));
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean isAllowed(String name, List<String> allowed) {
        if (CALLERS.contains(name) || LOGGER.matcher(name).matches() || name.equals(ROOT) || (name + ".").equals(ROOT))
            return true;
        return allowed.stream().anyMatch(before -> name.matches(Pattern.quote(ROOT + before) + "(\\.[A-Z].*)?"));
    }

    /** A transport comes with a module above this one, except for the one between threads. */
    @Test
    void theCoreNamesNoTransport() throws IOException {
        Set<String> transports = Set.of("shm", "socket", "rmi", "rmi-kryo");
        List<String> wrong = new ArrayList<>();
        for (JavaClass type : CLASSES)
            for (String text : StringConstants.of(type))
                if (transports.contains(text)) wrong.add(type.getName() + ": " + text);
        assertEquals(List.of(), wrong);
    }

    /** A simulator decides what time it is there, and which thread runs. */
    @Test
    void theEngineWaitsByItsSchedulerAlone() {
        noClasses()
                .that()
                .resideInAnyPackage(Stream.of(
                                "match",
                                "operation",
                                "progress",
                                "op",
                                "schedule",
                                "layer",
                                "coll.",
                                "communicator",
                                "window",
                                "report")
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

    /** Kinds of operations differ by their methods. */
    @ParameterizedTest
    @ValueSource(strings = {"jmpi-comm", "jmpi-typed", "jmpi-api"})
    void noClassAsksForTheKindOfAnOperation(String module) throws IOException {
        List<String> kinds = CLASSES.stream()
                .filter(type -> type.isAssignableTo(Completion.class))
                .map(JavaClass::getSimpleName)
                .toList();
        assertTrue(kinds.contains("SendRequest") && kinds.contains("ScheduleExecution"), kinds.toString());
        String kind = kinds.stream().collect(Collectors.joining("|", "(?:\\w+\\.)*(", ")\\b(?:<.*?>)?"));
        Pattern question = Pattern.compile("\\binstanceof (?:final )?" + kind + "|\\(" + kind + "\\) ?[\\w(]|\\bcase "
                + kind + " \\w|\\b" + kind + "\\.class\\b");
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList())
                question.matcher(Files.readString(file))
                        .results()
                        .map(MatchResult::group)
                        .filter(found -> !found.matches(
                                ".*\\b" + file.getFileName().toString().replace(".java", "\\b.*")))
                        .forEach(found -> wrong.add(file + ": " + found));
        }
        assertEquals(List.of(), wrong);
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

    /** Below the binding, an array, an offset, a count and a datatype are one value. */
    @Test
    void noSignatureHasABufferInPieces() {
        Set<String> values = Set.of(Buffer.class.getName(), UserBuffer.class.getName());
        List<String> wrong = CLASSES.stream()
                .filter(type -> !values.contains(type.getName()))
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> hasBufferInPieces(unit.getRawParameterTypes()))
                .map(JavaCodeUnit::getFullName)
                .sorted()
                .toList();
        assertEquals(List.of(), wrong);
    }

    private static boolean hasBufferInPieces(List<JavaClass> parameters) {
        List<String> names = parameters.stream()
                .map(JavaClass::getBaseComponentType)
                .map(JavaClass::getSimpleName)
                .toList();
        int array = names.indexOf("Object");
        return array >= 0
                && array + 1 < names.size()
                && Set.of("int", "long").contains(names.get(array + 1))
                && (names.contains("Layout") || names.contains("TypeHandle") || names.contains("BasicType"));
    }

    private static String[] with(String[] own, String... others) {
        List<String> all = new ArrayList<>(List.of(own));
        all.addAll(List.of(others));
        return all.toArray(new String[0]);
    }
}

package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table is complete, and the programs in it that are not slow pass with their usual number of ranks. */
class ProgramsTest {
    private static final int PROGRAMS_OF_1995 = 100;
    private static final String LATER = "(beyond|check)/.*";

    /** The default lane runs one program in so many; the table has the programs of a folder one after another. */
    private static final int SAMPLED = 5;

    private static Stream<Program> inThreads(IntPredicate index) {
        List<Program> programs = Programs.all().stream()
                .filter(program -> !program.launcher() && !program.needsJmpirun() && !program.slow())
                .toList();
        return IntStream.range(0, programs.size()).filter(index).mapToObj(programs::get);
    }

    static Stream<Program> sample() {
        return inThreads(i -> i % SAMPLED == 0);
    }

    static Stream<Program> others() {
        return inThreads(i -> i % SAMPLED != 0);
    }

    static List<Program> alone() {
        return Programs.all().stream().filter(Program::launcher).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sample")
    void ofTheSampleEachPassesInThreads(Program program) throws Throwable {
        RankThreads.run(program.ranks().get(0), program.limit(), program::run);
    }

    @Tag("full")
    @ParameterizedTest(name = "{0}")
    @MethodSource("others")
    void passesInThreads(Program program) throws Throwable {
        RankThreads.run(program.ranks().get(0), program.limit(), program::run);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("alone")
    void passesAlone(Program program, @TempDir Path folder) throws Exception {
        LoneJvm run = LoneJvm.run(folder, program.limit(), program.mainClass());
        assertEquals(program.exitCode(), run.exitCode(), () -> String.join("\n", run.lines()));
    }

    @Test
    void refusesAWrongNumberOfRanksInOneLine(@TempDir Path folder) throws Exception {
        Program program = Programs.named("topo/cart").orElseThrow();
        assertEquals(
                new LoneJvm(
                        1,
                        List.of("Exception in thread \"main\" number of ranks is wrong: ranks=1, the program needs"
                                + " exactly 6")),
                LoneJvm.run(folder, program.limit(), program.mainClass()));
    }

    @Test
    void theTableHasEveryProgramOnce() throws Exception {
        Set<String> classes = new TreeSet<>();
        for (Program program : Programs.all())
            assertTrue(classes.add(program.mainClass()), () -> program + " is in the table twice");
        assertEquals(classesWithMain(), classes);
        assertEquals(
                PROGRAMS_OF_1995,
                Programs.all().stream()
                        .filter(program -> !program.name().matches(LATER))
                        .count());
    }

    /** Returns the classes that have a method main, in the packages below this one. */
    private static Set<String> classesWithMain() throws IOException, URISyntaxException {
        Path root = Path.of(Program.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String own = Program.class.getPackageName() + ".";
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace(File.separatorChar, '.'))
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(name -> name.startsWith(own) && name.indexOf('.', own.length()) > 0)
                    .filter(ProgramsTest::hasMain)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static boolean hasMain(String name) {
        try {
            return Stream.of(Class.forName(name).getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals("main"));
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}

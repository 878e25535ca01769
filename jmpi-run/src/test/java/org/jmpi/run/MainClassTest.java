package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.JavaRelease;
import org.jmpi.run.program.MainClass;
import org.jmpi.run.program.Program;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Main classes that are newer than the tests' own Java, or have preview features. */
class MainClassTest {
    private static final int HERE = Runtime.version().feature();
    private static final int NEWER = HERE + 7;
    private static final int OF_PREVIEW = 0xffff;
    private static final int MAJOR_OF_JAVA_0 = 44;

    @TempDir
    private Path folder;

    static class Parent {
        public static void main(String[] args) {}
    }

    static final class Child extends Parent {}

    static final class Instance {
        void main() {}
    }

    static final class NoMain {}

    /** Copies class files, as if a compiler of another release of Java had written them. */
    private ClassPath compiled(int release, int minor, Class<?>... types) throws IOException {
        for (Class<?> type : types) {
            String name = type.getName().replace('.', '/') + ".class";
            byte[] bytes = Files.readAllBytes(Path.of(Launch.testClasses(), name));
            bytes[4] = (byte) (minor >> 8);
            bytes[5] = (byte) minor;
            bytes[6] = 0;
            bytes[7] = (byte) (release + MAJOR_OF_JAVA_0);
            Path target = folder.resolve(name);
            Files.createDirectories(target.getParent());
            Files.write(target, bytes);
        }
        return ClassPath.of(List.of(folder));
    }

    private static String refusal(Class<?> type, ClassPath path, JavaRelease release) {
        String message = assertThrows(BadInputException.class, () -> MainClass.check(type.getName(), path, release))
                .getMessage();
        String start = "cannot run class " + type.getName() + ": ";
        assertTrue(message.startsWith(start), message);
        return message.substring(start.length());
    }

    @Test
    void aNewerJavaRunsNewerClasses() throws Exception {
        ClassPath path = compiled(NEWER, 0, Parent.class, Child.class, Instance.class, NoMain.class);
        JavaRelease newer = new JavaRelease("/jdk/bin/java", NEWER, false);
        for (Class<?> type : List.of(Parent.class, Child.class))
            assertDoesNotThrow(() -> MainClass.check(type.getName(), path, newer));
        assertTrue(refusal(NoMain.class, path, newer).startsWith("it has no method "));
        assertDoesNotThrow(() -> MainClass.check(
                Instance.class.getName(), path, new JavaRelease("/jdk/bin/java", Math.max(25, NEWER), false)));
        assertEquals(
                "it was compiled for a newer Java than this one (" + HERE + "): " + Child.class.getName() + " needs "
                        + NEWER,
                refusal(Child.class, path, JavaRelease.of(Program.Java.HERE, false)));
    }

    @Test
    void anOlderJavaDoesNotRunTheClassesOfThisOne() throws Exception {
        ClassPath path = compiled(HERE, 0, Parent.class);
        assertEquals(
                "it was compiled for a newer Java than /old/java (11): " + Parent.class.getName() + " needs " + HERE,
                refusal(Parent.class, path, new JavaRelease("/old/java", 11, false)));
    }

    @Test
    void previewFeaturesAreThoseOfOneRelease() throws Exception {
        ClassPath path = compiled(HERE, OF_PREVIEW, Parent.class, Child.class);
        assertDoesNotThrow(() -> MainClass.check(Child.class.getName(), path, JavaRelease.of(Program.Java.HERE, true)));
        assertEquals(
                Child.class.getName() + " uses preview features of Java " + HERE
                        + ": give jmpirun the option --enable-preview",
                refusal(Child.class, path, JavaRelease.of(Program.Java.HERE, false)));
        assertEquals(
                Child.class.getName() + " uses preview features of Java " + HERE + ", which /jdk/bin/java (" + NEWER
                        + ") has no more: compile it for that",
                refusal(Child.class, path, new JavaRelease("/jdk/bin/java", NEWER, true)));
        compiled(NEWER, OF_PREVIEW, Parent.class, Child.class);
        assertDoesNotThrow(
                () -> MainClass.check(Child.class.getName(), path, new JavaRelease("/jdk/bin/java", NEWER, true)));
    }

    @Test
    void anotherJavaMayHaveTheClassesThatAreMissingHere() throws Exception {
        ClassPath path = compiled(HERE, 0, Child.class);
        assertEquals(
                "class not found: " + Parent.class.getName(),
                refusal(Child.class, path, JavaRelease.of(Program.Java.HERE, false)));
        assertDoesNotThrow(
                () -> MainClass.check(Child.class.getName(), path, new JavaRelease("/jdk/bin/java", NEWER, false)));
    }

    @ParameterizedTest
    @CsvSource({"25.0.3, 25", "17, 17", "26-ea, 26", "1.8.0_402, 0", "'', 0"})
    void aJdkSaysItsRelease(String version, int feature) throws Exception {
        Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
        Path java = Files.createFile(bin.resolve("java"));
        assertFalse(JavaRelease.of(java.toString(), false).isKnown());
        Files.writeString(folder.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path link = Files.createSymbolicLink(folder.resolve("java"), java);
        for (Path each : List.of(java, link))
            assertEquals(feature, JavaRelease.of(each.toString(), false).feature());
        assertFalse(JavaRelease.of("no-such-java", false).isKnown());
    }
}

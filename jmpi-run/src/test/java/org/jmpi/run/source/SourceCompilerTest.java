package org.jmpi.run.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class SourceCompilerTest {
    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static SourceCompiler compiler(Path file) {
        return new SourceCompiler(file, ClassPath.of(List.of()), List.of());
    }

    private static String main(Path file) {
        SourceCompiler compiler = compiler(file);
        return compiler.mainClass(compiler.compile());
    }

    @Test
    void severalClassesAndRecordsInAPackage() throws IOException {
        Path file = write(
                "Script.java",
                "#!/usr/bin/env jmpirun\npackage com.acme;\nrecord Pair(int a, int b) {}\n"
                        + "public class Any { enum E { X } public static void main(String[] args) {} }\n");
        SourceCompiler compiler = compiler(file);
        Map<String, byte[]> classes = compiler.compile();
        assertEquals(Set.of("com.acme.Pair", "com.acme.Any", "com.acme.Any$E"), classes.keySet());
        assertEquals("com.acme.Any", compiler.mainClass(classes));
    }

    @Test
    void classesOfOtherFiles() throws IOException {
        write("com/acme/Helper.java", "package com.acme; class Helper { static int x = Deep.X; }");
        write("com/acme/Deep.java", "package com.acme; interface Deep { int X = 1; }");
        write("com/acme/Broken.java", "package com.acme; this is not Java");
        Path file = write(
                "com/acme/Main.java",
                "package com.acme; class Main { public static void main(String[] args) { args = new"
                        + " String[Helper.x]; } }");
        assertEquals(
                Set.of("com.acme.Main", "com.acme.Helper", "com.acme.Deep"),
                compiler(file).compile().keySet());
    }

    @Test
    void modulesOfTheClassPathAreImported() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "module imports came with Java 25");
        Path module = write("module/module-info.java", "module helpers { exports helpers; }");
        Path helper = write("module/helpers/Helper.java", "package helpers; public class Helper { public int x; }");
        Path classes = folder.resolve("classes");
        String[] words = {"-d", classes.toString(), module.toString(), helper.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
        Path file = write("A.java", "import module helpers; import module java.base; class A { List<Helper> all; }");
        // The folder above is no module; in it lies one that stays unseen.
        ClassPath path = ClassPath.of(List.of(folder, classes));
        SourceCompiler compiler = new SourceCompiler(file, path, List.of());
        assertEquals(Set.of("A"), compiler.compile().keySet());
    }

    @Test
    void theFirstClassWithAMethodMainStarts() throws IOException {
        assertEquals("B", main(write("A.java", "class A {} class B { public static void main(String[] args) {} }")));
        assertEquals("C", main(write("C.java", "class C {} class D {}")));
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void mistakesAreThoseOfJavac() throws IOException {
        Path file = write("Wrong.java", "class Wrong {\n    int x = \"text\";\n}\n");
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        String message;
        try {
            message = assertThrows(BadInputException.class, () -> compiler(file).compile())
                    .getMessage();
        } finally {
            System.setErr(err);
        }
        assertEquals("cannot run " + file + ": compilation failed", message);
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(file + ":2: error: incompatible types: String cannot be converted to int", lines.get(0));
        assertEquals("1 error", lines.get(lines.size() - 1));
    }

    @Test
    void whatIsNoProgramIsRefused() throws IOException {
        Path empty = write("Empty.java", "// nothing\n");
        assertEquals(
                "cannot run " + empty + ": it declares no class",
                assertThrows(BadInputException.class, () -> compiler(empty).compile())
                        .getMessage());
        Path latin = Files.write(folder.resolve("Latin.java"), new byte[] {'/', '/', (byte) 0xe4});
        assertEquals(
                "cannot read " + latin + ": it is not encoded in UTF-8",
                assertThrows(BadInputException.class, () -> compiler(latin).compile())
                        .getMessage());
        write("module-info.java", "module m {}");
        Path module = write("Main.java", "class Main {}");
        String message = assertThrows(
                        BadInputException.class, () -> compiler(module).compile())
                .getMessage();
        assertTrue(message.endsWith(" has the sources of a module: compile it, and use -m"), message);
    }
}

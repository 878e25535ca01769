package org.jmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Javadoc of each class that programs use has an example, which compiles without a warning and runs. */
class JavadocExamplesTest {
    private static final List<Path> PACKAGES =
            List.of(Path.of("src/main/java/mpi"), Path.of("../jmpi-typed/src/main/java/org/jmpi"));
    private static final int RANKS = 4;

    /** The example in the comment of the public type of a file. */
    private static final Pattern EXAMPLE =
            Pattern.compile("(?s)<pre>\\{@code\\n((?: \\*(?: [^\\n]*)?\\n)+?) \\* }</pre>\\n"
                    + "(?: \\*(?: [^\\n]*)?\\n)* \\*/\\n(?:@\\w+[^\\n]*\\n)*public ");

    private static final Pattern STARTS = Pattern.compile("Jmpi\\.(run|call|bind)");

    private static final Pattern PUBLIC = Pattern.compile("(?m)^public .*(?:class|interface|enum|record) ");

    @TempDir
    static Path folder;

    private record Example(String name, String code) {
        static Example of(Path file) {
            String name = file.getFileName().toString().replace(".java", "");
            return new Example(
                    name,
                    EXAMPLE.matcher(read(file))
                            .results()
                            .map(found -> found.group(1).replaceAll("(?m)^ \\* ?", ""))
                            .findFirst()
                            .orElse(""));
        }

        boolean isProgram() {
            return code.startsWith("public class ");
        }

        String className() {
            return isProgram() ? code.split(" ")[2] : "Example" + name;
        }

        /** Returns whether the example starts ranks itself. */
        boolean startsRanks() {
            return STARTS.matcher(code).find();
        }

        String source() {
            String imports = "import java.time.*;\nimport java.util.*;\nimport mpi.*;\nimport org.jmpi.*;\n\n";
            if (isProgram()) return imports + code;
            return imports + "public class " + className()
                    + " {\n    public static void main(String[] args) throws Exception {\n" + code + "    }\n}\n";
        }

        void run(ClassLoader loader) throws Exception {
            Class<?> type = loader.loadClass(className());
            type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Path> publicTypes() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : PACKAGES)
            try (Stream<Path> all = Files.list(folder)) {
                all.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> PUBLIC.matcher(read(file)).find())
                        .sorted()
                        .forEach(files::add);
            }
        return files;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static List<Example> examples() throws IOException {
        return publicTypes().stream()
                .map(Example::of)
                .filter(example -> !example.code().isEmpty())
                .toList();
    }

    @BeforeAll
    static void compile() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Example example : examples())
            files.add(Files.writeString(folder.resolve(example.className() + ".java"), example.source()));
        List<String> options = List.of("-Xlint:all", "-proc:none", "-d", folder.toString());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        assertEquals("", messages.toString());
    }

    @Test
    void eachPublicTypeHasAnExample() throws IOException {
        assertEquals(
                List.of(),
                publicTypes().stream()
                        .map(Example::of)
                        .filter(example -> example.code().isEmpty())
                        .map(Example::name)
                        .collect(Collectors.toList()));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void runs(Example example) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            if (example.startsRanks()) example.run(loader);
            else Jmpi.run(RANKS, () -> example.run(loader));
        }
    }
}

package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import mpi.SignatureTable.Member;
import mpi.SignatureTable.Type;
import org.jmpi.MpiException;
import org.jmpi.comm.error.CommException;
import org.junit.jupiter.api.Test;

/** Programs written as those for mpiJava and for MPJ Express are, together using the whole API, compile. */
class SourceCompatibilityTest {
    private static final List<String> PROGRAMS = List.of(
            "Collectives",
            "Environment",
            "Errors",
            "Groups",
            "PointToPoint",
            "Reductions",
            "Requests",
            "Threads",
            "Topologies",
            "Types");

    @Test
    void everyProgramCompiles() throws Exception {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        compiler(diagnostics).analyze();
        String errors = diagnostics.getDiagnostics().stream()
                .filter(found -> found.getKind() == Diagnostic.Kind.ERROR)
                .map(found -> found.getSource().getName() + ":" + found.getLineNumber() + ": "
                        + found.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"));
        assertTrue(errors.isEmpty(), errors);
    }

    @Test
    void theProgramsUseEveryListedMember() throws Exception {
        JavacTask task = compiler(new DiagnosticCollector<>());
        UsedMembers used = UsedMembers.of(task);
        List<String> unused = new ArrayList<>();
        for (Type type : SignatureTable.read("signatures.txt").types()) {
            for (Member member : type.members())
                if (!used.contains(type.name(), member.key())) unused.add(type.name() + ": " + member.line());
        }
        assertTrue(unused.isEmpty(), () -> "not used:\n" + String.join("\n", unused));
    }

    private static JavacTask compiler(DiagnosticCollector<JavaFileObject> diagnostics) {
        List<String> options = List.of("-proc:none", "-classpath", classPath());
        List<Source> sources = PROGRAMS.stream().map(Source::new).toList();
        return (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, diagnostics, options, null, sources);
    }

    private static String classPath() {
        return Stream.of(MPI.class, MpiException.class, CommException.class)
                .map(SourceCompatibilityTest::place)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A program among the resources, which may lie in a jar. */
    private static final class Source extends SimpleJavaFileObject {
        Source(String name) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            try (var in = SourceCompatibilityTest.class.getResourceAsStream("/programs" + toUri().getPath())) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }
}

package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.function.Executable;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Programs and tests that the documentation shows, compiled and run in this JVM. */
final class Sources {
    private static final String SIGNAL = "compiler.warn.sun.proprietary";

    private Sources() {}

    /** Compiles files. A warning is an error, except that of {@code sun.misc.Signal}, which nothing silences. */
    static void compile(List<Path> files, String classPath, Path folder) throws IOException {
        List<String> options = List.of("-Xlint:all", "-proc:none", "-classpath", classPath, "-d", folder.toString());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            DiagnosticListener<JavaFileObject> listener = diagnostic -> {
                if (!SIGNAL.equals(diagnostic.getCode())) messages.append(diagnostic + "\n");
            };
            compiler.getTask(messages, manager, listener, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        assertEquals("", messages.toString());
    }

    /** Returns what a body prints to standard output, on any thread. */
    static String output(Executable body) throws Exception {
        return captured(System.out, System::setOut, body);
    }

    /** Returns what a body prints to standard error, on any thread. */
    static String errors(Executable body) throws Exception {
        return captured(System.err, System::setErr, body);
    }

    private static String captured(PrintStream before, Consumer<PrintStream> set, Executable body) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        set.accept(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            body.execute();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            set.accept(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Runs the tests of a class by JUnit. */
    static void runTests(Class<?> type) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(type))
                                .build(),
                        summary);
        summary.getSummary().getFailures().forEach(failure -> {
            throw new AssertionError(failure.getTestIdentifier().getDisplayName(), failure.getException());
        });
        assertTrue(summary.getSummary().getTestsSucceededCount() > 0, type + " has no test");
    }
}

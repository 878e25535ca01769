package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A program of a user, compiled against the distribution. */
final class Program {
    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?:class|interface|record|enum) (\\w+)");

    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    /** @param folder where the sources go, and the classes into {@code classes} below it */
    Program(Path folder) {
        this.folder = folder;
    }

    /** Adds a source file, which is named after the first type in it. */
    Program source(String code) throws IOException {
        Matcher inPackage = PACKAGE.matcher(code);
        Path place = folder.resolve("source")
                .resolve(inPackage.find() ? inPackage.group(1).replace('.', '/') : "");
        Matcher type = TYPE.matcher(code);
        String name = code.startsWith("module ") ? "module-info" : type.find() ? type.group(1) : "?";
        files.add(Files.writeString(Files.createDirectories(place).resolve(name + ".java"), code));
        return this;
    }

    /** Compiles without a warning, and returns the folder of the classes. */
    Path compile(String... pathOption) throws IOException {
        Path classes = folder.resolve("classes");
        List<String> options = new ArrayList<>(List.of("-Xlint:all", "-proc:none", "-d", classes.toString()));
        options.addAll(List.of(pathOption));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        assertEquals("", messages.toString());
        return classes;
    }
}

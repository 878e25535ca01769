package org.jmpi.run;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A program in a source file, compiled in memory as {@code java File.java} does (JEP 330), once for all ranks of a JVM.
 * From Java 22 on it may have further files, which are compiled when a class of theirs is loaded (JEP 458).
 */
final class SourceProgram {
    private static final int SEVERAL_FILES = 22;
    private static final List<String> OPTIONS =
            List.of("-proc:none", "-Xdiags:verbose", "-Xlint:deprecation", "-Xlint:unchecked", "-Xlint:-options");
    private static final List<String> OPTIONS_OF_SEVERAL_FILES = List.of("-implicit:none", "-Xprefer:source");

    private final Path file;
    private final List<String> options = new ArrayList<>(OPTIONS);
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final Map<String, byte[]> classes = new HashMap<>();
    private final boolean severalFiles = Runtime.version().feature() >= SEVERAL_FILES;
    private final List<String> names = new ArrayList<>();
    private Path root;

    /**
     * Compiles a program.
     *
     * @param given options of the compiler
     * @throws BadInputException if it is not a program; the compiler has said why on standard error
     */
    SourceProgram(Path file, ClassPath classPath, List<String> given) {
        this.file = file;
        compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null)
            throw new BadInputException("cannot compile " + file + ": this JVM has no compiler, take that of a JDK");
        files = compiler.getStandardFileManager(null, null, null);
        options.addAll(given);
        options.addAll(List.of("-cp", classPath.toString()));
        if (severalFiles) options.addAll(OPTIONS_OF_SEVERAL_FILES);
        try {
            JavaFileObject source = new Source(file);
            parse(source);
            files.setLocation(StandardLocation.SOURCE_PATH, severalFiles ? List.of(root.toFile()) : List.of());
            compile(source);
        } catch (IOException e) {
            throw new BadInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Finds out which classes the file declares, in their order, and where files of its package are. */
    private void parse(JavaFileObject source) throws IOException {
        JavacTask task = (JavacTask) compiler.getTask(null, files, problem -> {}, List.of(), null, List.of(source));
        CompilationUnitTree unit = task.parse().iterator().next();
        ExpressionTree name = unit.getPackageName();
        String prefix = name == null ? "" : name + ".";
        root = file.getParent();
        for (int dots = prefix.length() - prefix.replace(".", "").length();
                dots > 0 && root.getParent() != null;
                dots--) root = root.getParent();
        for (Tree type : unit.getTypeDecls())
            if (type instanceof ClassTree named) names.add(prefix + named.getSimpleName());
        if (Files.exists(root.resolve("module-info.java")))
            throw new BadInputException(
                    "cannot run " + file + " in threads: " + root + " holds the sources of a module");
    }

    private void compile(JavaFileObject source) {
        JavaFileManager memory = new Memory();
        boolean compiled = compiler.getTask(new PrintWriter(System.err), memory, null, options, null, List.of(source))
                .call();
        if (!compiled) throw new BadInputException("cannot run " + file + ": compilation failed");
        if (names.isEmpty()) throw new BadInputException("cannot run " + file + ": it declares no class");
    }

    static SourceProgram of(HostedProgram program, ClassPath classPath) {
        ClassPath host = ClassPath.read(System.getProperty("java.class.path"));
        return new SourceProgram(Path.of(program.main().name()), classPath.plus(host.entries()), program.options());
    }

    /** Returns the class whose main starts the program: the first one, or else that of the file's name. */
    String mainClass(ClassLoader loader) throws ClassNotFoundException {
        Class<?> first = Class.forName(names.get(0), false, loader);
        String base = file.getFileName().toString().replaceFirst("\\.java$", "");
        String other = names.get(0).replaceFirst("[^.]*$", base);
        if (!severalFiles || !names.contains(other) || MainMethod.exists(first)) return first.getName();
        return other;
    }

    URL url() {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("no URL for " + file, e);
        }
    }

    /** Returns a class file; null if the program has no class of the name. */
    synchronized byte[] find(String name) {
        byte[] known = classes.get(name);
        if (known != null || !severalFiles) return known;
        Path source = root.resolve(name.replace('.', File.separatorChar) + ".java");
        while (!Files.exists(source)) {
            String fileName = source.getFileName().toString();
            int dollar = fileName.lastIndexOf('$');
            if (dollar <= 0) return null;
            source = source.resolveSibling(fileName.substring(0, dollar) + ".java");
        }
        if (source.equals(file)) return null;
        compile(files.getJavaFileObjects(source).iterator().next());
        return classes.get(name);
    }

    /** The file without a first line that names its interpreter. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Path file) throws IOException {
            super(sourceUri(file), Kind.SOURCE);
            String all = Files.readString(file);
            text = all.startsWith("#!") ? all.replaceFirst("^[^\\r\\n]*", "") : all;
        }

        private static URI sourceUri(Path file) {
            URI uri = file.toUri();
            return uri.getPath().endsWith(".java") ? uri : URI.create(uri + ".java");
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            // A public class may have any name.
            return kind == Kind.SOURCE;
        }
    }

    private final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        Memory() {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            URI uri = URI.create("memory:///" + className.replace('.', '/') + kind.extension);
            return new SimpleJavaFileObject(uri, kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(className, toByteArray());
                        }
                    };
                }
            };
        }
    }
}

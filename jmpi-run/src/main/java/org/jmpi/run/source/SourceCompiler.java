package org.jmpi.run.source;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.JavaRelease;
import org.jmpi.run.program.MainMethod;
import org.jmpi.run.program.Program;
import org.jmpi.run.system.BadInputException;

/**
 * Compiles a source file in memory by the rules of {@code java File.java} (JEP 330): a public class may have any name,
 * and the compiler's messages are javac's. Classes that it refers to may be in other files beside it, at the places
 * that their packages ask for (JEP 458).
 */
final class SourceCompiler {
    /** With {@code -g} a debugger shows the variables. */
    private static final List<String> OPTIONS =
            List.of("-g", "-proc:none", "-Xdiags:verbose", "-Xlint:deprecation", "-Xlint:unchecked", "-Xlint:-options");

    private static final String IMPORT_MODULE = "import module ";

    private final Path file;
    private final List<JavaFileObject> sources;
    private final ClassPath classPath;
    private final List<String> options = new ArrayList<>(OPTIONS);
    private final JavaCompiler compiler;

    /** The classes that the file declares, in their order. */
    private final List<String> names = new ArrayList<>();

    /** The modules that the file imports. */
    private final Set<String> imported = new HashSet<>();

    /**
     * @param given options of the compiler
     * @throws BadInputException if there is no compiler, or the file cannot be read
     */
    SourceCompiler(Path file, ClassPath classPath, List<String> given) {
        this.file = file;
        this.classPath = classPath;
        compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null)
            throw new BadInputException("cannot compile " + file + ": this JVM has no compiler, take that of a JDK");
        sources = List.of(new Source(file));
        options.addAll(given);
        options.addAll(List.of("-cp", classPath.toString()));
    }

    /**
     * Returns the class files, by the names of their classes.
     *
     * @throws BadInputException if there is a mistake; the compiler has said which on standard error
     */
    Map<String, byte[]> compile() {
        Map<String, byte[]> classes = new TreeMap<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocation(StandardLocation.SOURCE_PATH, List.of(root(files)));
            PrintWriter messages = new PrintWriter(System.err, true);
            CompilationTask task = compiler.getTask(messages, new Memory(files, classes), null, options, null, sources);
            addModules(task, files);
            if (!task.call()) throw new BadInputException(cannotRun("compilation failed"));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(cannotRun(e.getMessage()), e);
        } catch (IOException e) {
            throw new BadInputException(cannotRun(e.toString()), e);
        }
        if (names.isEmpty()) throw new BadInputException(cannotRun("it declares no class"));
        return classes;
    }

    /**
     * Lets the file import modules of the class path, which javac finds on the module path alone. A module import is
     * as many imports of types, so that the program runs from the class path.
     */
    private void addModules(CompilationTask task, StandardJavaFileManager files) throws IOException {
        Map<String, Path> found = new LinkedHashMap<>();
        if (!imported.isEmpty())
            for (Path entry : classPath.entries())
                for (ModuleReference module : modules(entry))
                    found.putIfAbsent(module.descriptor().name(), entry);
        imported.retainAll(found.keySet());
        if (imported.isEmpty()) return;
        List<Path> path = new ArrayList<>();
        Iterable<? extends Path> given = files.getLocationAsPaths(StandardLocation.MODULE_PATH);
        if (given != null) given.forEach(path::add);
        path.addAll(found.values());
        files.setLocationFromPaths(StandardLocation.MODULE_PATH, path);
        task.addModules(imported);
    }

    private static Set<ModuleReference> modules(Path entry) {
        // In a folder that is no module a finder would look for modules.
        if (Files.isDirectory(entry) && !Files.exists(entry.resolve("module-info.class"))) return Set.of();
        try {
            return ModuleFinder.of(entry).findAll();
        } catch (FindException e) {
            // Its name or its content is no module's.
            return Set.of();
        }
    }

    private String cannotRun(String why) {
        return "cannot run " + SourceProgram.shown(file) + ": " + why;
    }

    /** Returns the folder of the packages, and notes the classes of the file and the modules that it imports. */
    private File root(StandardJavaFileManager files) throws IOException {
        JavacTask task = (JavacTask) compiler.getTask(null, files, problem -> {}, List.of(), null, sources);
        CompilationUnitTree unit = task.parse().iterator().next();
        // Java 17 has no method that recognises these imports.
        for (ImportTree line : unit.getImports())
            if (line.toString().strip().startsWith(IMPORT_MODULE))
                imported.add(line.getQualifiedIdentifier().toString());
        ExpressionTree name = unit.getPackageName();
        String prefix = name == null ? "" : name + ".";
        for (Tree type : unit.getTypeDecls())
            if (type instanceof ClassTree named) names.add(prefix + named.getSimpleName());
        Path root = file.getParent();
        for (String dots = prefix.replaceAll("[^.]", ""); !dots.isEmpty() && root.getParent() != null; ) {
            root = root.getParent();
            dots = dots.substring(1);
        }
        if (Files.exists(root.resolve("module-info.java")))
            throw new BadInputException(cannotRun(root + " has the sources of a module: compile it, and use -m"));
        return root.toFile();
    }

    /** Returns the first class of the file that has a method main, or else the first one. */
    String mainClass(Map<String, byte[]> classes) {
        try (URLClassLoader path = classPath.loader(ClassLoader.getPlatformClassLoader())) {
            ClassLoader loader = new Loader(path, classes);
            for (String name : names) if (MainMethod.exists(Class.forName(name, false, loader))) return name;
            return names.get(0);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new BadInputException(cannotRun(e.toString()), e);
        } catch (IOException e) {
            throw new BadInputException("cannot read the class path " + classPath + ": " + e.getMessage(), e);
        }
    }

    private static final class Loader extends ClassLoader {
        private static final JavaRelease RELEASE = JavaRelease.of(Program.Java.HERE, true);

        private final Map<String, byte[]> classes;

        Loader(ClassLoader parent, Map<String, byte[]> classes) {
            super(parent);
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] own = classes.get(name);
            if (own == null) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) return loaded;
                byte[] loadable = RELEASE.loadable(name, own);
                return defineClass(name, loadable, 0, loadable.length);
            }
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final Path file;
        private final String text;

        Source(Path file) {
            super(sourceUri(file), Kind.SOURCE);
            this.file = file;
            text = SourceProgram.text(file);
        }

        private static URI sourceUri(Path file) {
            URI uri = file.toUri();
            return uri.getPath().endsWith(".java") ? uri : URI.create(uri + ".java");
        }

        @Override
        public String getName() {
            return SourceProgram.shown(file);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }
    }

    /** Keeps the class files. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> classes;

        Memory(JavaFileManager files, Map<String, byte[]> classes) {
            super(files);
            this.classes = classes;
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

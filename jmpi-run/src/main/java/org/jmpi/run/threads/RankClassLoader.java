package org.jmpi.run.threads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Manifest;
import org.jmpi.run.program.ClassPath;

/**
 * The class loader of a rank that is a thread: it shares no class of the program, and none of the binding, with any
 * other. Classes of the program that set the standard streams or end the JVM are defined as {@link ClassRewriter} makes
 * them, all others as in any {@code URLClassLoader}.
 */
public final class RankClassLoader extends URLClassLoader {
    private static final byte[] AS_IT_IS = {};
    private static final String SUFFIX = ".class";

    static {
        registerAsParallelCapable();
    }

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Classes classes;
    private final RankRuntime runtime;

    /**
     * The classes of a program, which the loaders of all ranks find in the same places.
     *
     * @param path where they are
     * @param library the beginnings of URLs of which no class is the program's
     * @param rewritten what has been looked at: rewritten classes, by name, and an empty array for those that need no
     *     change
     */
    public record Classes(ClassPath path, List<String> library, Map<String, byte[]> rewritten) {
        /** @param library jars of JMPI that hold no program */
        public static Classes of(ClassPath path, ClassPath library) {
            List<String> beginnings = Arrays.stream(library.urls())
                    .map(url -> "jar:" + url + "!/")
                    .toList();
            return new Classes(path, beginnings, new ConcurrentHashMap<>());
        }
    }

    public RankClassLoader(Classes classes, ClassLoader parent, RankRuntime runtime) {
        super(classes.path.urls(), parent);
        this.classes = classes;
        this.runtime = runtime;
        standIn();
    }

    /**
     * Returns what the caller's rank has of its own: the rank whose classes the calling thread has, as all threads that
     * a rank starts; else the one whose class is in a call, such as a task of the common pool.
     *
     * @return null if the caller is of no rank
     */
    static RankRuntime callersRuntime() {
        RankRuntime found = runtimeOf(Thread.currentThread().getContextClassLoader());
        if (found != null) return found;
        return STACK.walk(frames -> frames.map(
                        frame -> runtimeOf(frame.getDeclaringClass().getClassLoader()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null));
    }

    private static RankRuntime runtimeOf(ClassLoader loader) {
        for (ClassLoader each = loader; each != null; each = each.getParent())
            if (each instanceof RankClassLoader own) return own.runtime;
        return null;
    }

    private void standIn() {
        String name = RankSystem.class.getName();
        try (InputStream in = RankSystem.class.getResourceAsStream(RankSystem.class.getSimpleName() + SUFFIX)) {
            byte[] bytes = in.readAllBytes();
            defineClass(name, bytes, 0, bytes.length, RankSystem.class.getProtectionDomain())
                    .getMethod("connect", RankRuntime.class)
                    .invoke(null, runtime);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class " + name, e);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot set the class " + name + " up", e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] known = classes.rewritten.get(name);
        if (known == AS_IT_IS) return super.findClass(name);
        URL url = findResource(name.replace('.', '/') + SUFFIX);
        if (url == null) throw new ClassNotFoundException(name);
        try {
            byte[] bytes = known != null ? known : look(name, url);
            return bytes == AS_IT_IS ? super.findClass(name) : define(name, bytes, url);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Finds a class of one of the modules of the rank's layer, all of which are this loader's. */
    @Override
    protected Class<?> findClass(String moduleName, String name) {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Override
    protected URL findResource(String moduleName, String name) {
        return findResource(name);
    }

    private byte[] look(String name, URL url) throws IOException {
        byte[] rewritten = isLibrary(url) ? null : ClassRewriter.rewrite(read(url));
        byte[] result = rewritten == null ? AS_IT_IS : rewritten;
        classes.rewritten.put(name, result);
        return result;
    }

    private boolean isLibrary(URL url) {
        String text = url.toString();
        return classes.library.stream().anyMatch(text::startsWith);
    }

    private static byte[] read(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        }
    }

    private Class<?> define(String name, byte[] bytes, URL url) throws IOException {
        URL place = url;
        Manifest manifest = null;
        URLConnection connection = url.openConnection();
        if (connection instanceof JarURLConnection jar) {
            place = jar.getJarFileURL();
            manifest = jar.getManifest();
        } else {
            for (URL entry : getURLs()) if (url.toString().startsWith(entry.toString())) place = entry;
        }
        definePackageOf(name, manifest, place);
        return defineClass(name, bytes, 0, bytes.length, new CodeSource(place, signers(connection)));
    }

    /**
     * Returns who has signed a class as it is in its jar, as for the others of its package; null without a signature.
     */
    private static CodeSigner[] signers(URLConnection connection) throws IOException {
        if (!(connection instanceof JarURLConnection jar)) return null;
        // They are known when the class has been read.
        try (InputStream in = jar.getInputStream()) {
            in.readAllBytes();
        }
        return jar.getJarEntry().getCodeSigners();
    }

    private void definePackageOf(String name, Manifest manifest, URL place) {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || getDefinedPackage(name.substring(0, dot)) != null) return;
        try {
            definePackage(name.substring(0, dot), manifest == null ? new Manifest() : manifest, place);
        } catch (IllegalArgumentException e) {
            // Another thread was first.
            if (getDefinedPackage(name.substring(0, dot)) == null) throw e;
        }
    }
}

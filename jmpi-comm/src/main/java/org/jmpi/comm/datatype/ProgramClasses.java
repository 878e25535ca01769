package org.jmpi.comm.datatype;

import java.lang.StackWalker.StackFrame;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds the program's classes by name, for one rank.
 *
 * <p>It asks three class loaders: the thread's context class loader, the loader of the class that called MPI, and the
 * loaders that {@link #remember} noted. A context class loader that does not see the calling class, such as the system
 * class loader in a thread of the common pool or one of the JDK's own, comes last: if two loaders have a class of the
 * same name, the program gets its own. Without a class of the program on the stack, the class that was remembered
 * stands for the calling class.
 *
 * <p>The stack is walked when a name is met for the first time under a context class loader, and each time if loaders
 * differ about it. Loaders are referred to weakly.
 */
public final class ProgramClasses {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final Set<String> BINDING = Set.of("mpi", "org.jmpi", "org.jmpi.world");

    private static final List<Class<?>> PRIMITIVES = List.of(
            boolean.class,
            byte.class,
            char.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class,
            void.class);

    /** Whose class a name stands for, where all loaders that have one have the same. */
    private enum Source {
        CONTEXT,
        PROGRAM
    }

    /** The known names, by context class loader. */
    private final Map<ClassLoader, Map<String, Source>> known = new WeakHashMap<>();

    private volatile WeakReference<ClassLoader> context = new WeakReference<>(null);
    private volatile WeakReference<Class<?>> main = new WeakReference<>(null);

    /** Knows the loaders of the calling threads and classes alone, until it remembers others. */
    public ProgramClasses() {
        // It knows none.
    }

    /**
     * Notes the context class loader of the calling thread, and the class of the program that has called JMPI, as the
     * program's. If the stack has no class of the program, the noted ones stay.
     *
     * @param entry a class of JMPI on the calling thread's stack
     * @return this
     */
    public ProgramClasses remember(Class<?> entry) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> caller = caller(entry);
        if (caller == null && main.get() != null) return this;
        context = new WeakReference<>(loader);
        main = new WeakReference<>(caller);
        synchronized (known) {
            known.clear();
        }
        return this;
    }

    /**
     * {@return the class loaders in which the program's implementations of a service may be, those of the calling
     * thread first} JMPI's own loader is not among them: it may know other programs, whose ranks are threads of this
     * JVM. It stands for a program without any.
     *
     * @param service the loaders that do not see it are left out: they belong to a JMPI of their own, or to none
     */
    public List<ClassLoader> loaders(Class<?> service) {
        List<ClassLoader> seeing = loaders().stream()
                .filter(loader -> sees(loader, service))
                .distinct()
                .toList();
        return seeing.isEmpty() ? List.of(ofJmpi()) : seeing;
    }

    /** Returns the loader of JMPI's modules: some are in the boot class path, others never. */
    private static ClassLoader ofJmpi() {
        ClassLoader loader = ProgramClasses.class.getClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Returns the context class loader and those of the program. */
    private List<ClassLoader> loaders() {
        List<ClassLoader> loaders = new ArrayList<>(program());
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        if (ofThread != null) loaders.add(0, ofThread);
        return loaders;
    }

    /**
     * {@return the class that a name stands for on the calling thread, not initialised}
     *
     * @param name as {@link Class#getName} gives it, also of arrays and primitive types
     * @throws ClassNotFoundException if no loader has the class
     */
    public Class<?> find(String name) throws ClassNotFoundException {
        if (!name.startsWith("[")) return findElement(name);
        String element = element(name);
        if (element == null) return Class.forName(name, false, null);
        Class<?> type = findElement(element);
        for (int i = 0; name.charAt(i) == '['; i++) type = type.arrayType();
        return type;
    }

    /** Returns the name of the class in an array's name; null if there is none. */
    private static String element(String array) {
        int start = array.lastIndexOf('[') + 1;
        return array.startsWith("L", start) && array.endsWith(";")
                ? array.substring(start + 1, array.length() - 1)
                : null;
    }

    /**
     * {@return whether {@link #find} need not look at the stack for a name that it has found under the calling thread's
     * context class loader, so that the class may be kept with the loader}
     *
     * @param name of a class or an array
     */
    public boolean isSure(String name) {
        String element = name.startsWith("[") ? element(name) : name;
        return element == null
                || primitive(element) != null
                || known(Thread.currentThread().getContextClassLoader()).containsKey(element);
    }

    private static Class<?> primitive(String name) {
        for (Class<?> type : PRIMITIVES) if (type.getName().equals(name)) return type;
        return null;
    }

    private Map<String, Source> known(ClassLoader loader) {
        synchronized (known) {
            return known.computeIfAbsent(loader, unused -> new ConcurrentHashMap<>());
        }
    }

    private Class<?> findElement(String name) throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Map<String, Source> sources = known(loader);
        Source source = sources.get(name);
        if (source == Source.CONTEXT) return Class.forName(name, false, loader);
        Search search = new Search(name);
        if (source == Source.PROGRAM) return search.firstOf(program());
        Class<?> primitive = primitive(name);
        return primitive != null ? primitive : find(search, loader, sources);
    }

    private Class<?> find(Search search, ClassLoader loader, Map<String, Source> sources)
            throws ClassNotFoundException {
        Class<?> ofContext = search.in(loader);
        if (ofContext != null && ObjectFilter.isOfJdk(ofContext)) {
            sources.put(search.name, Source.CONTEXT);
            return ofContext;
        }
        Class<?> caller = caller(ObjectMessage.class);
        Class<?> ofCaller = caller == null ? null : search.in(caller.getClassLoader());
        Class<?> ofProgram = search.firstIn(program());
        Class<?> found = sees(loader, caller != null ? caller : main.get())
                ? first(ofContext, ofCaller, ofProgram)
                : first(ofCaller, ofProgram, ofContext);
        if (found == null) throw search.failure();
        if (isOneOf(found, ofContext) && isOneOf(found, ofCaller) && isOneOf(found, ofProgram)) {
            if (ofContext != null) sources.put(search.name, Source.CONTEXT);
            else if (ofProgram != null) sources.put(search.name, Source.PROGRAM);
        }
        return found;
    }

    private static boolean isOneOf(Class<?> found, Class<?> other) {
        return other == null || other == found;
    }

    private static Class<?> first(Class<?>... classes) {
        for (Class<?> type : classes) if (type != null) return type;
        return null;
    }

    private static boolean sees(ClassLoader loader, Class<?> type) {
        return type == null || new Search(type.getName()).in(loader) == type;
    }

    private List<ClassLoader> program() {
        List<ClassLoader> loaders = new ArrayList<>(2);
        Class<?> caller = main.get();
        ClassLoader ofThread = context.get();
        boolean threadFirst = ofThread != null && sees(ofThread, caller);
        if (threadFirst) loaders.add(ofThread);
        if (caller != null) loaders.add(caller.getClassLoader());
        if (ofThread != null && !threadFirst) loaders.add(ofThread);
        return loaders;
    }

    /** Returns the class of the program from which a class of JMPI was called; null if the stack has none. */
    private static Class<?> caller(Class<?> entry) {
        return STACK.walk(frames -> caller(frames.iterator(), entry));
    }

    private static Class<?> caller(Iterator<StackFrame> frames, Class<?> entry) {
        boolean entered = false;
        while (frames.hasNext()) {
            Class<?> type = frames.next().getDeclaringClass();
            if (entered && !isOfLibrary(type) && !ObjectFilter.isOfJdk(type)) return type;
            entered |= type == entry;
        }
        return null;
    }

    private static boolean isOfLibrary(Class<?> type) {
        String name = type.getPackageName();
        return BINDING.contains(name) || name.startsWith("org.jmpi.comm.");
    }

    /**
     * {@return the class of the proxies for some interfaces}
     *
     * @param names the interfaces
     * @throws ClassNotFoundException if an interface is not found, or no loader sees all of them
     */
    public Class<?> proxy(String... names) throws ClassNotFoundException {
        Class<?>[] interfaces = new Class<?>[names.length];
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        for (int i = 0; i < names.length; i++) {
            interfaces[i] = find(names[i]);
            // Java defines the proxy of an interface that is not public beside it.
            if (!Modifier.isPublic(interfaces[i].getModifiers())) loaders.add(interfaces[i].getClassLoader());
        }
        loaders.addAll(loaders());
        loaders.add(ofJmpi());
        for (Class<?> type : interfaces) loaders.add(type.getClassLoader());
        for (ClassLoader loader : loaders)
            if (Stream.of(interfaces).allMatch(type -> sees(loader, type))) return proxy(loader, interfaces);
        throw new ClassNotFoundException("no class loader sees all interfaces of a proxy: " + String.join(", ", names));
    }

    private static Class<?> proxy(ClassLoader loader, Class<?>... interfaces) {
        return Proxy.newProxyInstance(loader, interfaces, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                })
                .getClass();
    }

    /** Asks loaders for a class. */
    private static final class Search {
        private final String name;
        private final List<Throwable> failures = new ArrayList<>();

        Search(String name) {
            this.name = name;
        }

        /** Returns null if the loader does not have the class; loaders that are closed throw anything. */
        Class<?> in(ClassLoader loader) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
                failures.add(e);
                return null;
            }
        }

        Class<?> firstIn(List<ClassLoader> loaders) {
            for (ClassLoader loader : loaders) {
                Class<?> found = in(loader);
                if (found != null) return found;
            }
            return null;
        }

        Class<?> firstOf(List<ClassLoader> loaders) throws ClassNotFoundException {
            Class<?> found = firstIn(loaders);
            if (found == null) throw failure();
            return found;
        }

        ClassNotFoundException failure() {
            ClassNotFoundException failure = new ClassNotFoundException(name);
            failures.forEach(failure::addSuppressed);
            return failure;
        }
    }
}

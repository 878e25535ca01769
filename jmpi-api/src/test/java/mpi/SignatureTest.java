package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpi.SignatureTable.Member;
import mpi.SignatureTable.Type;
import org.junit.jupiter.api.Test;

/**
 * The public API of package mpi is what {@code signatures.txt} and {@code additions.txt} list, and what compiled
 * programs of MPJ Express find is {@code mpj-express.txt}: no less and no more.
 */
class SignatureTest {
    private final SignatureTable signatures = SignatureTable.read("signatures.txt");
    private final SignatureTable additions = SignatureTable.read("additions.txt");
    private final SignatureTable mpjExpress = SignatureTable.read("mpj-express.txt");
    private final List<String> faults = new ArrayList<>();

    @Test
    void everyListedMemberIsThere() throws ReflectiveOperationException {
        for (SignatureTable table : List.of(signatures, additions, mpjExpress)) {
            for (Type type : table.types()) checkType(type);
        }
        assertTrue(faults.isEmpty(), () -> faults.size() + " faults:\n" + String.join("\n", faults) + "\n");
    }

    @Test
    void nothingElseIsPublic() throws Exception {
        TreeSet<String> unlisted = new TreeSet<>();
        List<Class<?>> classes = publicClasses();
        assertFalse(classes.isEmpty());
        for (Class<?> found : classes) {
            if (listed(found.getSimpleName()).isEmpty()) unlisted.add("class " + found.getName());
            members(found).forEach(key -> {
                if (!isListed(found, key)) unlisted.add(SignatureTable.name(found) + "." + key);
            });
        }
        assertTrue(unlisted.isEmpty(), () -> "not listed:\n" + String.join("\n", unlisted) + "\n");
    }

    // ---- what is listed ----

    private void checkType(Type type) throws ReflectiveOperationException {
        Class<?> found;
        try {
            found = type.found();
        } catch (ClassNotFoundException e) {
            faults.add("no class " + type.name());
            return;
        }
        expect(Modifier.isPublic(found.getModifiers()), type.name(), "is not public");
        expect(!type.isAbstract() || Modifier.isAbstract(found.getModifiers()), type.name(), "is not abstract");
        if (type.parent() != null) {
            String parent = SignatureTable.name(publicParent(found));
            expect(type.parent().equals(parent), type.name(), "extends " + parent);
        }
        for (Member member : type.members()) checkMember(type.name() + ": " + member.line(), found, member);
    }

    /** Returns the nearest superclass that a program can name. */
    private static Class<?> publicParent(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return Modifier.isPublic(parent.getModifiers()) ? parent : publicParent(parent);
    }

    private void checkMember(String place, Class<?> found, Member member) throws IllegalAccessException {
        if (member.isField()) {
            checkField(place, found, member);
        } else if (member.type() == null) {
            check(place, member, Arrays.asList(found.getConstructors()));
        } else {
            check(place, member, Arrays.asList(found.getMethods()));
        }
    }

    private void checkField(String place, Class<?> found, Member member) throws IllegalAccessException {
        List<Field> named = Arrays.stream(found.getFields())
                .filter(field -> field.getName().equals(member.key()))
                .toList();
        List<Field> typed = named.stream()
                .filter(field -> SignatureTable.name(field.getType()).equals(member.type()))
                .toList();
        if (typed.isEmpty()) {
            faults.add(place + (named.isEmpty() ? ": missing" : ": found only as " + named));
            return;
        }
        Field field = typed.get(0);
        expect(Modifier.isStatic(field.getModifiers()) == member.isStatic(), place, "static or not");
        if (member.value() == null) return;
        expect(Modifier.isFinal(field.getModifiers()), place, "is not final");
        expect(member.value().equals("" + field.get(null)), place, "has the value " + field.get(null));
    }

    /** There may be several methods that differ in their results alone, all but one of which compilers do not see. */
    private void check(String place, Member member, List<? extends Executable> all) {
        List<? extends Executable> named = all.stream()
                .filter(found -> SignatureTable.key(found).equals(member.key()))
                .toList();
        List<? extends Executable> typed =
                named.stream().filter(found -> returns(found, member.type())).toList();
        if (typed.isEmpty()) {
            faults.add(place + (named.isEmpty() ? ": missing" : ": found only as " + named));
            return;
        }
        Executable found = typed.get(0);
        expect(Modifier.isStatic(found.getModifiers()) == member.isStatic(), place, "static or not");
        expect(!member.isAbstract() || Modifier.isAbstract(found.getModifiers()), place, "is not abstract");
        boolean throwing = Arrays.asList(found.getExceptionTypes()).contains(MPIException.class);
        expect(!member.throwing() || throwing, place, "does not declare MPIException");
    }

    private static boolean returns(Executable found, String type) {
        return type == null
                || SignatureTable.name(((Method) found).getReturnType()).equals(type);
    }

    private void expect(boolean holds, String place, String otherwise) {
        if (!holds) faults.add(place + ": " + otherwise);
    }

    // ---- what is there ----

    private List<Type> listed(String name) {
        return Stream.of(signatures.type(name), additions.type(name), mpjExpress.type(name))
                .filter(type -> type != null)
                .toList();
    }

    private boolean isListed(Class<?> found, String key) {
        for (Class<?> c = found; c != null; c = c.getSuperclass()) {
            if (listed(c.getSimpleName()).stream().anyMatch(type -> has(type, key))) return true;
        }
        return false;
    }

    private static boolean has(Type type, String key) {
        return type.members().stream().anyMatch(member -> member.key().equals(key));
    }

    /** Returns the keys of what a program can use of a class, but not of what every object has. */
    private static List<String> members(Class<?> type) {
        List<String> keys = new ArrayList<>();
        for (Field field : type.getDeclaredFields())
            if (isOpen(field.getModifiers())) keys.add(SignatureTable.key(field));
        for (Constructor<?> constructor : type.getDeclaredConstructors())
            if (isOpen(constructor.getModifiers())) keys.add(SignatureTable.key(constructor));
        for (Method method : type.getDeclaredMethods())
            if (isOpen(method.getModifiers()) && !isOfEveryObject(method)) keys.add(SignatureTable.key(method));
        return keys;
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isOfEveryObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(other -> SignatureTable.key(other).equals(SignatureTable.key(method)));
    }

    private static List<Class<?>> publicClasses() throws Exception {
        Path place = place();
        if (Files.isDirectory(place)) return publicClasses(place.resolve("mpi"));
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return publicClasses(jar.getPath("mpi"));
        }
    }

    /** Scripts and dynamic languages ask the class for a method by its name and its parameters. */
    @Test
    void reflectionFindsTheMethodsOfTheSource() throws Exception {
        for (Class<?> found : publicClasses())
            for (Method method : found.getMethods())
                if (!method.isSynthetic()) {
                    Method first = found.getMethod(method.getName(), method.getParameterTypes());
                    assertEquals(method.getReturnType(), first.getReturnType(), first::toString);
                }
        assertEquals(byte[].class, MPI.class.getMethod("Buffer_detach").getReturnType());
        assertEquals(int.class, Comm.class.getMethod("Attr_get", int.class).getReturnType());
        assertEquals(int.class, Cartcomm.class.getMethod("Attr_get", int.class).getReturnType());
    }

    /** Source code sees the methods that it is written for; the others are for compiled programs. */
    @Test
    void compilersSeeOneMethodOfEachKey() throws Exception {
        for (Class<?> found : publicClasses()) {
            List<String> keys = Stream.of(found.getDeclaredMethods())
                    .filter(method -> !method.isSynthetic())
                    .map(SignatureTable::key)
                    .toList();
            assertEquals(keys.stream().distinct().toList(), keys, found.getName());
        }
    }

    private static Path place() throws URISyntaxException {
        return Path.of(
                MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<Class<?>> publicClasses(Path folder) throws IOException, ClassNotFoundException {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : classNames(folder)) {
            Class<?> found = Class.forName("mpi." + name, false, MPI.class.getClassLoader());
            if (Modifier.isPublic(found.getModifiers())) classes.add(found);
        }
        return classes;
    }

    private static List<String> classNames(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .collect(Collectors.toList());
        }
    }
}

package mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A list of public classes and members in Java syntax, one per line; {@code #} starts a comment. */
final class SignatureTable {
    private static final Pattern TYPE =
            Pattern.compile("public (abstract )?(?:class|interface) (\\w+)(?: extends ([\\w.]+))? \\{");
    private static final Pattern MEMBER = Pattern.compile("public ((?:(?:static|final|abstract) )*)(?:(\\S+) )?(\\w+)"
            + "(?:\\((.*)\\))?( throws MPIException)?(?: = (\\d+))?;");

    /**
     * A class of the table.
     *
     * @param parent the superclass's name, or null if the line has none
     */
    record Type(String name, boolean isAbstract, String parent, List<Member> members) {
        Class<?> found() throws ClassNotFoundException {
            return Class.forName("mpi." + name);
        }
    }

    /**
     * A field, constructor or method of the table.
     *
     * @param key the name, and in brackets the types of the parameters if it has any
     * @param type of the field or of what is returned, null for a constructor
     * @param value of a compile-time constant, or null
     */
    record Member(
            String line,
            String key,
            String type,
            boolean isStatic,
            boolean isAbstract,
            boolean throwing,
            String value) {
        boolean isField() {
            return !key.contains("(");
        }
    }

    private final List<Type> types = new ArrayList<>();

    /** Reads a resource of this package. */
    static SignatureTable read(String name) {
        try (InputStream in = SignatureTable.class.getResourceAsStream(name)) {
            SignatureTable table = new SignatureTable();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.equals("}"))
                    .forEach(table::add);
            return table;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String line) {
        Matcher type = TYPE.matcher(line);
        Matcher member = MEMBER.matcher(line);
        if (type.matches()) {
            types.add(new Type(type.group(2), type.group(1) != null, type.group(3), new ArrayList<>()));
        } else if (member.matches()) {
            types.get(types.size() - 1).members().add(member(line, member));
        } else {
            throw new IllegalArgumentException("not the line of a class or of a member: " + line);
        }
    }

    private static Member member(String line, Matcher parts) {
        String parameters = parts.group(4);
        return new Member(
                line,
                parts.group(3) + (parameters == null ? "" : "(" + typesOf(parameters) + ")"),
                parts.group(2),
                parts.group(1).contains("static"),
                parts.group(1).contains("abstract"),
                parts.group(5) != null,
                parts.group(6));
    }

    private static String typesOf(String parameters) {
        return Stream.of(parameters.split(", "))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.substring(0, parameter.lastIndexOf(' ')))
                .collect(Collectors.joining(", "));
    }

    List<Type> types() {
        return types;
    }

    /** Returns the class of this name, or null. */
    Type type(String name) {
        return types.stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    static String key(Field field) {
        return field.getName();
    }

    static String key(Executable executable) {
        String name = executable.getName();
        return name.substring(name.lastIndexOf('.') + 1)
                + Arrays.stream(executable.getParameterTypes())
                        .map(SignatureTable::name)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns a type's name as the table has it. */
    static String name(Class<?> type) {
        return type.getTypeName().replaceFirst("^(mpi|java\\.lang)\\.(?=\\w+(\\[])*$)", "");
    }
}

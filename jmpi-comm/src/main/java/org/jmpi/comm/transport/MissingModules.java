package org.jmpi.comm.transport;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The modules of the JDK that the jar of a class needs and this Java has not: a runtime made by jlink may lack them.
 * The jar's descriptor names them also where it is on the class path, on which the JVM does not check it.
 */
public final class MissingModules {
    private static final String DESCRIPTOR = "module-info.class";

    private MissingModules() {}

    /**
     * {@return the missing modules, and the remedy, in words; empty if none is missing, or the jar has no descriptor}
     *
     * @param type a class of the jar
     */
    public static Optional<String> of(Class<?> type) {
        return of(type, name -> ModuleLayer.boot().findModule(name).isPresent());
    }

    static Optional<String> of(Class<?> type, Predicate<String> isThere) {
        List<String> missing = required(type).stream()
                .filter(name -> name.startsWith("java.") || name.startsWith("jdk."))
                .filter(isThere.negate())
                .sorted()
                .toList();
        if (missing.isEmpty()) return Optional.empty();
        return Optional.of("this Java has no module " + String.join(" and no module ", missing)
                + ": take the Java of a JDK, or add what is missing to the runtime (jlink --add-modules "
                + String.join(",", missing) + ")");
    }

    private static List<String> required(Class<?> type) {
        String name = type.getName().replace('.', '/') + ".class";
        URL place = type.getResource('/' + name);
        if (place == null || !place.toString().endsWith(name)) return List.of();
        String root = place.toString().substring(0, place.toString().length() - name.length());
        try (InputStream in = URI.create(root + DESCRIPTOR).toURL().openStream()) {
            return ModuleDescriptor.read(in).requires().stream()
                    .filter(required -> !required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                    .map(ModuleDescriptor.Requires::name)
                    .collect(Collectors.toList());
        } catch (IOException e) {
            // There is none.
            return List.of();
        }
    }
}

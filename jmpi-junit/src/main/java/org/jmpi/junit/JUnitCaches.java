package org.jmpi.junit;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The static maps in which JUnit keeps classes for as long as the JVM runs. The ranks share JUnit, so that it would
 * keep each rank's classes.
 */
final class JUnitCaches {
    private static final String PACKAGE = "org.junit.platform.commons.";

    private static final List<Map<?, ?>> CACHES = List.of(
            find("util.AnnotationUtils", "repeatableAnnotationContainerCache"),
            find("util.ReflectionUtils", "interfaceMethodCache"),
            find("support.conversion.FallbackStringToObjectConverter", "factoryExecutableCache"));

    private JUnitCaches() {}

    /** Returns a map; an empty one if this JUnit has no such map, or is a module that does not let it be seen. */
    private static Map<?, ?> find(String type, String name) {
        try {
            Field field = Class.forName(PACKAGE + type).getDeclaredField(name);
            field.setAccessible(true);
            return (Map<?, ?>) Objects.requireNonNullElse(field.get(null), Map.of());
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            return Map.of();
        }
    }

    /** Removes the classes of a loader, and their members. */
    static void forget(ClassLoader loader) {
        for (Map<?, ?> cache : CACHES) {
            if (cache.isEmpty()) continue;
            // One of them is a map that needs its lock to be walked through.
            synchronized (cache) {
                cache.keySet().removeIf(key -> isOf(loader, key));
            }
        }
    }

    private static boolean isOf(ClassLoader loader, Object key) {
        Object type = key instanceof Member member ? member.getDeclaringClass() : key;
        return type instanceof Class<?> of && of.getClassLoader() == loader;
    }
}

package org.jmpi.run.program;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jmpi.run.system.BadInputException;

/**
 * The main method of a class, chosen and called by the rules of the {@code java} launcher (JLS section 12.1.4).
 *
 * <p>Before Java 25 it is {@code public static void main(String[])}, inherited or not, of a class of any access. From
 * 25 on it need not be public or static or take arguments (JEP 512): the launcher prefers {@code main(String[])} to
 * {@code main()}, and makes an object of the class if the method is not static.
 *
 * @param constructor makes the object on which the method is called; null if the method is static
 */
public record MainMethod(Method method, Constructor<?> constructor) {
    private static final String NAME = "main";
    private static final int INSTANCE_MAIN = 25;

    /**
     * Returns the main method of a class, for this JVM.
     *
     * @throws BadInputException if there is none
     */
    public static MainMethod of(Class<?> type) {
        return of(type, Runtime.version().feature());
    }

    public static boolean exists(Class<?> type) {
        try {
            of(type);
            return true;
        } catch (BadInputException e) {
            return false;
        }
    }

    /** @param feature the feature release of the JVM whose rules count */
    public static MainMethod of(Class<?> type, int feature) {
        return feature < INSTANCE_MAIN ? classic(type) : flexible(type);
    }

    private static MainMethod classic(Class<?> type) {
        try {
            Method method = type.getMethod(NAME, String[].class);
            if (Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class)
                return new MainMethod(method, null);
            throw refusal(type, "its method main(String[]) is not static void");
        } catch (NoSuchMethodException e) {
            throw refusal(type, "it has no method public static void main(String[])");
        }
    }

    private static MainMethod flexible(Class<?> type) {
        Method method = find(type, true, String[].class);
        if (method == null) method = find(type, false, String[].class);
        if (!isCallable(method)) method = find(type, false);
        if (!isCallable(method))
            throw refusal(type, "it has no method void main(String[]) or void main() that is not private");
        return new MainMethod(method, Modifier.isStatic(method.getModifiers()) ? null : constructor(type));
    }

    private static boolean isCallable(Method method) {
        return method != null && method.getReturnType() == void.class && !Modifier.isPrivate(method.getModifiers());
    }

    /**
     * Returns the method of the class, or else of a superclass, or else an instance method of an interface; or null.
     */
    private static Method find(Class<?> type, boolean isPublic, Class<?>... parameters) {
        Method declared = declared(type, isPublic, parameters);
        if (declared != null) return declared;
        Class<?> superclass = type.getSuperclass();
        Method inherited = superclass == null ? null : find(superclass, isPublic, parameters);
        for (Class<?> above : type.getInterfaces()) {
            if (inherited != null) return inherited;
            Method method = find(above, isPublic, parameters);
            if (method != null && !Modifier.isStatic(method.getModifiers())) inherited = method;
        }
        return inherited;
    }

    private static Method declared(Class<?> type, boolean isPublic, Class<?>... parameters) {
        Method found = null;
        for (Method method : type.getDeclaredMethods()) {
            if (!method.getName().equals(NAME) || !Arrays.equals(method.getParameterTypes(), parameters)) continue;
            if (isPublic && !Modifier.isPublic(method.getModifiers())) continue;
            if (found == null || method.getReturnType() == void.class) found = method;
        }
        return found;
    }

    private static Constructor<?> constructor(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers()))
            throw refusal(type, "its method main is not static, and an abstract class has no objects");
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers()))
            throw refusal(type, "its method main is not static, and an inner class needs an object of the outer one");
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            if (!Modifier.isPrivate(constructor.getModifiers())) return constructor;
        } catch (NoSuchMethodException e) {
            // As if it were private.
        }
        throw refusal(
                type, "its method main is not static, and it has no constructor without arguments that is not private");
    }

    private static BadInputException refusal(Class<?> type, String why) {
        return new BadInputException("cannot run class " + type.getName() + ": " + why);
    }

    /**
     * Calls the method, on a new object if it is not static.
     *
     * @throws InvocationTargetException if the method, the constructor or a static initializer throws
     */
    public void call(String... arguments) throws ReflectiveOperationException {
        Object object = null;
        if (constructor != null) {
            constructor.setAccessible(true);
            object = constructor.newInstance();
        }
        method.setAccessible(true);
        if (method.getParameterCount() == 0) method.invoke(object);
        else method.invoke(object, (Object) arguments);
    }
}

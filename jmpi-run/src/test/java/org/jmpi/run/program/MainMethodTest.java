package org.jmpi.run.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.run.system.BadInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules by which a JVM starts a class: those of Java 17, and those of Java 25. */
class MainMethodTest {
    private static final List<String> CALLS = new ArrayList<>();

    @BeforeEach
    void forgetCalls() {
        CALLS.clear();
    }

    private static String called(Class<?> type, int feature) throws ReflectiveOperationException {
        MainMethod.of(type, feature).call("a", "b");
        return String.join(" ", CALLS);
    }

    private static String refusal(Class<?> type, int feature) {
        String message = assertThrows(BadInputException.class, () -> MainMethod.of(type, feature))
                .getMessage();
        String start = "cannot run class " + type.getName() + ": ";
        assertEquals(start, message.substring(0, Math.min(start.length(), message.length())));
        return message.substring(start.length());
    }

    private static class Hidden {
        public static void main(String[] args) {
            CALLS.add("hidden " + String.join(" ", args));
        }
    }

    private static class Heir extends Hidden {}

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void aClassNeedNotBePublicNorDeclareMainItself(int feature) throws Exception {
        assertEquals("hidden a b", called(Hidden.class, feature));
        CALLS.clear();
        assertEquals("hidden a b", called(Heir.class, feature));
    }

    interface StaticMain {
        static void main(String[] args) {
            CALLS.add("interface");
        }
    }

    private static final class OfStaticMain implements StaticMain {}

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void anInterfaceRunsButLeavesNobodyItsStaticMain(int feature) throws Exception {
        assertEquals("interface", called(StaticMain.class, feature));
        String why = feature == 17
                ? "it has no method public static void main(String[])"
                : "it has no method void main(String[]) or void main() that is not private";
        assertEquals(why, refusal(OfStaticMain.class, feature));
    }

    static class Instance {
        void main(String[] args) {
            CALLS.add(getClass().getSimpleName() + " " + String.join(" ", args));
        }
    }

    static final class HeirOfInstance extends Instance {}

    interface DefaultMain {
        default void main() {
            CALLS.add("default");
        }
    }

    static final class OfDefaultMain implements DefaultMain {}

    @Test
    void mainNeedNotBeStaticFromJava25On() throws Exception {
        assertEquals("Instance a b", called(Instance.class, 25));
        assertEquals("Instance a b HeirOfInstance a b", called(HeirOfInstance.class, 25));
        CALLS.clear();
        assertEquals("default", called(OfDefaultMain.class, 25));
        for (Class<?> type : List.of(Instance.class, HeirOfInstance.class, OfDefaultMain.class))
            assertEquals("it has no method public static void main(String[])", refusal(type, 24));
    }

    static final class Both {
        static void main() {
            CALLS.add("without");
        }

        void main(String[] args) {
            CALLS.add("with " + String.join(" ", args));
        }
    }

    static final class WithoutArguments {
        static void main() {
            CALLS.add("without");
        }

        private static void main(String[] args) {
            CALLS.add("private");
        }
    }

    static final class OtherResult {
        public static int main(String[] args) {
            return 0;
        }

        void main() {
            CALLS.add("void");
        }
    }

    @Test
    void argumentsComeFirstAndPrivateMethodsAndResultsDoNotCount() throws Exception {
        assertEquals("with a b", called(Both.class, 25));
        CALLS.clear();
        assertEquals("without", called(WithoutArguments.class, 25));
        CALLS.clear();
        assertEquals("void", called(OtherResult.class, 25));
        assertEquals("its method main(String[]) is not static void", refusal(OtherResult.class, 17));
    }

    private abstract static class Abstract {
        void main() {}
    }

    private final class Inner {
        void main() {}
    }

    private static final class Closed {
        private Closed() {}

        void main() {}
    }

    private static final class Asking {
        Asking(int size) {
            CALLS.add("size " + size);
        }

        void main() {}
    }

    @Test
    void anInstanceMainNeedsAnObject() {
        String start = "its method main is not static, and ";
        assertEquals(start + "an abstract class has no objects", refusal(Abstract.class, 25));
        assertEquals(start + "an inner class needs an object of the outer one", refusal(Inner.class, 25));
        String constructor = start + "it has no constructor without arguments that is not private";
        assertEquals(constructor, refusal(Closed.class, 25));
        assertEquals(constructor, refusal(Asking.class, 25));
    }

    private static final class Failing {
        public static void main(String[] args) {
            throw new IllegalStateException("boom");
        }
    }

    @Test
    void whatMainThrowsIsTheCause() {
        InvocationTargetException e = assertThrows(InvocationTargetException.class, () -> called(Failing.class, 17));
        assertEquals("boom", e.getCause().getMessage());
    }
}

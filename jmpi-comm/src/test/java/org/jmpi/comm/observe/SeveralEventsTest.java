package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.events.Events;
import org.junit.jupiter.api.Test;

/** What several observers see. */
class SeveralEventsTest {
    /** The first observer alone answers these. */
    private static final Set<String> OF_FIRST =
            Set.of("comparesCollectives", "describe", "compare", "comparesAccesses", "callSite");

    private final List<String> seen = new ArrayList<>();
    private final SeveralEvents several = new SeveralEvents(List.of(recorder("a", 7), recorder("b", 9)));

    private Events recorder(String name, int answer) {
        return (Events) Proxy.newProxyInstance(
                Events.class.getClassLoader(), new Class<?>[] {Events.class}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) return method.invoke(this, arguments);
                    seen.add(name + " " + method.getName());
                    if (takesKept(method)) assertEquals("kept by " + name, arguments[arguments.length - 1]);
                    if (method.getReturnType() == int.class) return answer;
                    if (method.getReturnType() == boolean.class) return true;
                    return method.getReturnType() == Object.class ? "kept by " + name : null;
                });
    }

    /** Returns whether the last argument is what the observer has returned when it began. */
    private static boolean takesKept(Method method) {
        return List.of("waitEnded", "receiverEnded", "executionEnded", "accessEnded", "connectionEnded")
                .contains(method.getName());
    }

    private static Object value(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    @Test
    void eachEventReachesAllObservers() throws ReflectiveOperationException {
        for (Method method : Events.class.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) continue;
            Object[] arguments = List.of(method.getParameterTypes()).stream()
                    .map(SeveralEventsTest::value)
                    .toArray();
            if (takesKept(method)) arguments[arguments.length - 1] = new Object[] {"kept by a", "kept by b"};
            method.invoke(several, arguments);
            String name = method.getName();
            assertEquals(OF_FIRST.contains(name) ? List.of("a " + name) : List.of("a " + name, "b " + name), seen);
            seen.clear();
        }
    }

    @Test
    void theFirstObserverHasTheEventBits() {
        assertEquals(7, several.sendStarted(null, "Send", true, 0, 0, null));
    }

    @Test
    void eachObserverGetsWhatItHasKeptOfAWait() {
        several.waitEnded(null, "Recv", several.waitBegan(null, "Recv"));
        assertEquals(List.of("a waitBegan", "b waitBegan", "a waitEnded", "b waitEnded"), seen);
    }
}

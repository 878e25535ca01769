package org.jmpi.comm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

class AttributesTest {
    private static final int PREDEFINED = -101;

    private final Keyvals keyvals = new Keyvals("things");
    private final List<String> calls = new ArrayList<>();
    private final Attributes attributes = new Attributes("thing", Map.of(PREDEFINED, 5));

    private Keyval key(String name) {
        return keyvals.get(keyvals.create(
                (object, key, value) -> {
                    calls.add("copy " + name + " of " + object);
                    return value + "'";
                },
                (object, key, value) -> calls.add("delete " + name + "=" + value + " of " + object)));
    }

    private Keyval refuses() {
        return keyvals.get(keyvals.create((object, key, value) -> null, (object, key, value) -> {
            throw new IllegalStateException("in use");
        }));
    }

    private static void assertRefused(ErrorClass errorClass, String message, Runnable call) {
        CommException e = assertThrows(CommException.class, call::run);
        assertEquals(errorClass, e.errorClass());
        assertEquals(message, e.getMessage());
    }

    @Test
    void anAttributeIsThereUntilItIsRemoved() {
        Keyval key = key("a");
        assertNull(attributes.get(key.number()));
        attributes.set(key, "x");
        assertEquals("x", attributes.get(key.number()));
        attributes.set(key, "y");
        assertEquals("y", attributes.get(key.number()));
        attributes.delete(key.number());
        assertNull(attributes.get(key.number()));
        attributes.delete(key.number());
        assertEquals(List.of("delete a=x of thing", "delete a=y of thing"), calls);
    }

    @Test
    void theKeySaysWhatACopyGets() {
        Keyval key = key("a");
        Keyval none = refuses();
        attributes.set(key, "x");
        attributes.set(none, "y");
        attributes.set(keyvals.any(7), 3);
        Attributes copy = new Attributes("copy", Map.of());
        attributes.copies().setIn(copy);
        assertEquals("x'", copy.get(key.number()));
        assertNull(copy.get(none.number()));
        assertEquals(3, copy.get(7));
        assertEquals(List.of("copy a of thing"), calls);
    }

    @Test
    void theLastOneThatWasSetIsRemovedFirst() {
        Keyval first = key("a");
        Keyval second = key("b");
        attributes.set(first, "x");
        attributes.set(second, "y");
        attributes.set(first, "z");
        calls.clear();
        attributes.deleteAll();
        assertEquals(List.of("delete a=z of thing", "delete b=y of thing"), calls);
    }

    @Test
    void anAttributeStaysIfItsKeyRefusesTheRemoval() {
        Keyval key = refuses();
        attributes.set(key, "x");
        assertThrows(IllegalStateException.class, () -> attributes.set(key, "y"));
        assertThrows(IllegalStateException.class, () -> attributes.delete(key.number()));
        assertThrows(IllegalStateException.class, attributes::deleteAll);
        assertEquals("x", attributes.get(key.number()));
    }

    @Test
    void aKeyThatIsFreedStaysWithItsAttributes() {
        Keyval key = key("a");
        attributes.set(key, "x");
        keyvals.free(key.number());
        String message = "no key of things: keyval=" + key.number() + "; Create_keyval returns one";
        assertRefused(ErrorClass.KEYVAL, message, () -> keyvals.get(key.number()));
        assertRefused(ErrorClass.KEYVAL, message, () -> keyvals.free(key.number()));
        attributes.deleteAll();
        assertEquals(List.of("delete a=x of thing"), calls);
    }

    @Test
    void aKeyIsOfOneKindOfObjects() {
        int other = new Keyvals("others").create((object, key, value) -> value, (object, key, value) -> {});
        assertRefused(
                ErrorClass.KEYVAL,
                "no key of things: keyval=" + other + "; Create_keyval returns one",
                () -> keyvals.get(other));
    }

    @Test
    void aPredefinedOneIsNeitherSetNorRemoved() {
        String message = "attribute is predefined: keyval=-101";
        assertRefused(ErrorClass.ARG, message, () -> attributes.set(keyvals.any(PREDEFINED), 1));
        assertRefused(ErrorClass.ARG, message, () -> attributes.delete(PREDEFINED));
        assertEquals(5, attributes.get(PREDEFINED));
    }

    @Test
    void nullIsNoValue() {
        Keyval key = key("a");
        assertRefused(
                ErrorClass.ARG,
                "attribute is null: keyval=" + key.number() + "; delete it instead",
                () -> attributes.set(key, null));
    }
}

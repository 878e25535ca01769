package org.jmpi.comm.communicator;

import static org.jmpi.comm.communicator.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributesTest {
    private static final int KEY = 7;

    private final Attributes attributes = new Attributes();

    @Test
    void anAttributeIsThereUntilItIsRemoved() {
        assertEquals(Communicator.UNDEFINED, attributes.get(KEY));
        attributes.put(KEY, 3);
        assertEquals(3, attributes.get(KEY));
        Attributes copy = new Attributes();
        copy.putAll(attributes);
        attributes.remove(KEY);
        assertEquals(Communicator.UNDEFINED, attributes.get(KEY));
        assertEquals(3, copy.get(KEY));
    }

    @Test
    void everyCommunicatorHasThePredefinedOnes() {
        assertEquals(Integer.MAX_VALUE, attributes.get(Attributes.TAG_UB));
        assertEquals(Communicator.PROC_NULL, attributes.get(Attributes.HOST));
        assertEquals(Communicator.ANY_SOURCE, attributes.get(Attributes.IO));
    }

    @ParameterizedTest
    @ValueSource(ints = {Attributes.TAG_UB, Attributes.HOST, Attributes.IO})
    void aPredefinedOneIsNeitherSetNorRemoved(int key) {
        int value = attributes.get(key);
        String message = "attribute is predefined: keyval=" + key;
        assertRefused(ErrorClass.ARG, message, () -> attributes.put(key, 1));
        assertRefused(ErrorClass.ARG, message, () -> attributes.remove(key));
        assertEquals(value, attributes.get(key));
    }
}

package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Array;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BasicTypeTest {
    @Test
    void aTypeMatchesItselfAndPackedEverythingButObjects() {
        for (BasicType sent : BasicType.values())
            for (BasicType awaited : BasicType.values()) {
                boolean packed = sent == BasicType.PACKED || awaited == BasicType.PACKED;
                boolean objects = sent == BasicType.OBJECT || awaited == BasicType.OBJECT;
                assertEquals(
                        sent == awaited || packed && !objects || awaited == BasicType.NONE,
                        sent.matches(awaited),
                        sent + " where awaited: " + awaited);
            }
    }

    @ParameterizedTest
    @EnumSource
    void aNewArrayIsOfTheTypesClass(BasicType type) {
        Object array = type.newArray(3);
        assertSame(type.arrayClass(), array.getClass());
        assertEquals(3, Array.getLength(array));
        assertSame(type, BasicType.of(type.ordinal()));
    }

    @Test
    void widthsAreThoseOfJava() {
        for (BasicType type : BasicType.values()) {
            Class<?> element = type.arrayClass().getComponentType();
            int width = element == byte.class || element == boolean.class
                    ? 1
                    : element == char.class || element == short.class
                            ? 2
                            : element == int.class || element == float.class ? 4 : 8;
            assertEquals(type == BasicType.OBJECT || type == BasicType.NONE ? 0 : width, type.width(), type.name());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 11, 255, Integer.MIN_VALUE})
    void anUnknownOrdinalIsRefusedByItsValue(int ordinal) {
        CommException refusal = assertThrows(CommException.class, () -> BasicType.of(ordinal));
        assertEquals(ErrorClass.INTERN, refusal.errorClass());
        assertEquals("no such basic type on the wire: " + ordinal, refusal.getMessage());
    }
}

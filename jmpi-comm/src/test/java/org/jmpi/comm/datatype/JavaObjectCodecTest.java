package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InvalidClassException;
import org.junit.jupiter.api.Test;

class JavaObjectCodecTest extends ObjectCodecContract {
    @Override
    protected ObjectCodec codec(String filter, ProgramClasses classes) {
        return new JavaObjectCodec(new ObjectFilter(filter), classes);
    }

    @Test
    void aPatternOfTheUserIsAboutNumbersToo() {
        assertThrows(InvalidClassException.class, () -> roundTrip(codec("java.util.*;!*"), 7));
    }
}

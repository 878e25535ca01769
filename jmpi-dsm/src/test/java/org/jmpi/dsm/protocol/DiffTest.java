package org.jmpi.dsm.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A diff has the elements that differ, and no other one. */
class DiffTest {
    private static ByteBuffer random(Random random, int bytes) {
        byte[] array = new byte[bytes];
        random.nextBytes(array);
        return ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer copy(ByteBuffer from) {
        return ByteBuffer.wrap(from.array().clone()).order(ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void aDiffMakesThePageOfTheTwin(int width) {
        Random random = new Random(width);
        for (int run = 0; run < 300; run++) {
            int elements = 1 + random.nextInt(run % 20 == 0 ? 32768 / width : 40);
            ByteBuffer twin = random(random, elements * width);
            ByteBuffer page = copy(twin);
            ByteBuffer other = copy(twin);
            int changes = random.nextInt(elements + 1);
            for (int i = 0; i < changes; i++) {
                int at = random.nextInt(elements * width);
                page.put(at, (byte) (page.get(at) + random.nextInt(3)));
            }
            ByteBuffer diff = ByteBuffer.wrap(Diff.make(twin, page, width)).order(ByteOrder.LITTLE_ENDIAN);
            // What differs nowhere is not written.
            for (int i = 0; i < elements; i++)
                if (twin.slice(i * width, width).equals(page.slice(i * width, width)))
                    other.put(i * width, (byte) ~other.get(i * width));
            ByteBuffer expected = copy(other);
            for (int i = 0; i < elements; i++)
                if (!twin.slice(i * width, width).equals(page.slice(i * width, width)))
                    expected.put(i * width, page, i * width, width);
            Diff.apply(diff, other);
            assertEquals(expected, other, "run " + run);
        }
    }
}

package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A transport moves payloads from and to native memory as it does from and to arrays. */
public abstract class MemoryContract extends JoinContract {
    private static final int[] LENGTHS = {0, 1, 33, 1000, 65_535, 65_536, 65_537, 131_077, (1 << 20) + 3, 5 << 20};
    private static final int ROUNDS = 6;

    /** Letters in native memory and in arrays go to both kinds of memory. */
    @Test
    void payloadsInNativeMemoryArriveWholeAndInOrder() throws Exception {
        try (TestWorld world = driven(2)) {
            world.rank(1).receiveNatively();
            List<Letter> letters = new ArrayList<>();
            for (int i = 0; i < ROUNDS * LENGTHS.length; i++) {
                int length = LENGTHS[i / 2 % LENGTHS.length];
                Letter letter = i % 3 == 0 ? Letter.of(i, length) : Letter.ofNative(i, length);
                letters.add(letter);
                world.rank(i % 2).to(1 - i % 2).send(letter);
            }
            for (int i = 0; i < letters.size(); i++) {
                Letter letter = letters.get(i);
                byte[] bytes = Bytes.pattern((int) letter.word1, i);
                assertIs(letter, bytes, world.rank(1 - i % 2).nextArrival(i % 2));
            }
            for (Letter letter : letters) letter.awaitSent();
            for (Letter letter : letters) assertEquals(1, letter.answers());
        }
    }
}

package org.jmpi.comm.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that are longer than the room of their requests. */
@Timeout(90)
class LongAnswersTest {
    @Test
    void aLongAnswerIsDroppedWithItsRequester() throws InterruptedException {
        try (LayerWorld world = new LayerWorld(2)) {
            List<Answer> answers = new CopyOnWriteArrayList<>();
            CountDownLatch arrived = new CountDownLatch(2);
            Frames frames = world.open(0, "test", 1, none -> {});
            world.open(
                    1,
                    "test",
                    1,
                    opened -> opened.register(0, (from, word, payload, answer) -> {
                        answers.add(answer);
                        arrived.countDown();
                    }));
            for (int i = 0; i < 2; i++) frames.peer(1).request(0, i, null, 0);
            assertTrue(arrived.await(60, TimeUnit.SECONDS));
            world.stop();
            answers.get(0).send(0, ByteBuffer.allocate(100));
            assertEquals(1, world.answersThatWait(1));
            world.lose(1, 0);
            assertEquals(0, world.answersThatWait(1));
            answers.get(1).send(0, ByteBuffer.allocate(100));
            assertEquals(0, world.answersThatWait(1));
        }
    }
}

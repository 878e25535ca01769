package org.jmpi.run.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AgentOutputTest {
    private static final int SIZE = 5_000_001;

    private final List<AgentMessage> sent = new ArrayList<>();

    @TempDir
    Path folder;

    private Path recording() throws IOException {
        byte[] bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        return Files.write(folder.resolve("rank-3.jfr"), bytes);
    }

    private byte[] content() {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (AgentMessage message : sent) {
            AgentMessage.Recording part = (AgentMessage.Recording) message;
            assertEquals(3, part.first());
            content.writeBytes(part.bytes());
        }
        return content.toByteArray();
    }

    @Test
    void aRecordingIsSentInPartsThatJmpirunTakes() throws IOException {
        AgentOutput[] output = new AgentOutput[1];
        output[0] = new AgentOutput(message -> {
            sent.add(message);
            output[0].taken(((AgentMessage.Recording) message).bytes().length);
        });
        Path recording = recording();
        assertTrue(output[0].send(3, recording));
        assertArrayEquals(Files.readAllBytes(recording), content());
    }

    @Test
    void aRecordingThatNobodyTakesAnyMoreIsNotSent() throws IOException {
        AgentOutput output = new AgentOutput(sent::add);
        output.close();
        assertFalse(output.send(3, recording()));
        assertEquals(List.of(), sent);
    }
}

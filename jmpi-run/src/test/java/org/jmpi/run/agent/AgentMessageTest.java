package org.jmpi.run.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.run.hosts.HostLimits;
import org.jmpi.run.local.JobContext;
import org.jmpi.run.local.ProcessStart;
import org.jmpi.run.system.HostCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgentMessageTest {
    /** The length of a frame and the number of its host, which stand before the kind. */
    private static final int KIND = 8;

    /** One of each kind. */
    static List<AgentMessage> messages() {
        byte[] bytes = {1, -2};
        JobOrders orders = new JobOrders(
                new JobContext("job", JobSecret.create(), 4, 2, "auto"),
                List.of(0, 2),
                Map.of("A", "b"),
                Map.of("jmpi.x", ""),
                List.of("/a"),
                List.of(),
                List.of("c.jar"),
                new HostLimits.Size(4, 2, true, false),
                3,
                1L << 40);
        ProcessStart start = new ProcessStart(
                1, 2, 1, List.of("java", "\u00fc"), Map.of("A", "b"), Path.of("/tmp"), ProcessStart.Streams.PIPES);
        AgentCommand command = new AgentCommand("ssh", List.of("ssh", "-q"), List.of("java"), "", "job");
        return List.of(
                new AgentMessage.Alive(),
                new AgentMessage.Subscription("text"),
                new AgentMessage.Orders(orders),
                new AgentMessage.Children(command, Map.of(1, "one")),
                new AgentMessage.Start(start),
                new AgentMessage.Control(1, bytes),
                new AgentMessage.HangUp(1),
                new AgentMessage.Input(1, bytes),
                new AgentMessage.OutputTaken(7),
                new AgentMessage.ReadThreads(1),
                new AgentMessage.End(true),
                new AgentMessage.GracePeriod(1L << 40),
                new AgentMessage.UserSignal(),
                new AgentMessage.Probe(Map.of("jmpi.x", "y"), "addresses"),
                new AgentMessage.Arrived("greeting"),
                new AgentMessage.Ready(new HostCores(4, List.of(0, 1), "/usr/bin/taskset")),
                new AgentMessage.Refused("reason"),
                new AgentMessage.Probed("17", 1L << 40, true, "addresses"),
                new AgentMessage.Started(1, 1L << 33),
                new AgentMessage.NotStarted(1, "reason"),
                new AgentMessage.Exited(1, -7, "exception"),
                new AgentMessage.Output(1, true, bytes),
                new AgentMessage.Connected(1),
                new AgentMessage.Received(1, bytes),
                new AgentMessage.Disconnected(1),
                new AgentMessage.InputTaken(1, -1),
                new AgentMessage.Threads(1, "stacks"),
                new AgentMessage.Ended(""),
                new AgentMessage.Recording(1, bytes),
                new AgentMessage.Lost(true, "reason"),
                new AgentMessage.Waits("line"),
                new AgentMessage.Signalled("SIGTERM"),
                new AgentMessage.Killed(1));
    }

    private static byte[] bytes(AgentMessage message) {
        return AgentFrame.of(0, message).bytes();
    }

    private static AgentMessage read(byte[] frame) throws IOException {
        return new AgentFrame(0, frame).message();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isReadAsItWasWritten(AgentMessage message) throws IOException {
        AgentMessage read = read(bytes(message));
        assertEquals(message.getClass(), read.getClass());
        assertArrayEquals(bytes(message), bytes(read));
    }

    @Test
    void theListAboveHasEveryKind() {
        Set<Class<?>> tried = messages().stream().map(AgentMessage::getClass).collect(Collectors.toSet());
        Set<Class<?>> all = Stream.of(AgentMessage.ToAgent.class, AgentMessage.FromAgent.class)
                .flatMap(direction -> Stream.of(direction.getPermittedSubclasses()))
                .collect(Collectors.toSet());
        assertEquals(all, tried);
        Set<Byte> kinds = new HashSet<>();
        for (AgentMessage message : messages()) kinds.add(bytes(message)[KIND]);
        assertEquals(all.size(), kinds.size());
    }

    /** An EOFException would be the end of the channel, as if the other side had hung up. */
    @ParameterizedTest
    @MethodSource("messages")
    void refusesABodyOfAnotherLength(AgentMessage message) {
        byte[] frame = bytes(message);
        for (int length = KIND + 1; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);
            IOException refusal = assertThrows(IOException.class, () -> read(cut));
            assertFalse(refusal instanceof EOFException, refusal::toString);
        }
        byte[] longer = Arrays.copyOf(frame, frame.length + 1);
        String name = message.getClass().getSimpleName();
        String line = assertThrows(IOException.class, () -> read(longer)).getMessage();
        assertEquals(name + " is too long by 1 bytes", line);
    }

    @Test
    void namesWhatItRefuses() {
        byte[] unknown = bytes(new AgentMessage.Alive());
        unknown[KIND] = 99;
        assertEquals(
                "unknown kind of message between jmpirun and an agent: 99",
                assertThrows(IOException.class, () -> read(unknown)).getMessage());
        byte[] text = bytes(new AgentMessage.Refused("four"));
        ByteBuffer.wrap(text).putInt(KIND + 1, 5);
        assertEquals(
                "number of bytes out of range: 5 in 4 bytes",
                assertThrows(IOException.class, () -> read(text)).getMessage());
        byte[] cut = Arrays.copyOf(bytes(new AgentMessage.HangUp(1)), KIND + 3);
        assertEquals(
                "a message of kind 10 ends inside a field, after 3 bytes",
                assertThrows(IOException.class, () -> read(cut)).getMessage());
    }

    /** The receiver's thread, {@link AgentChannel}, takes any exception of a message for the end of the channel. */
    @Test
    void refusesAValueOfNoType() {
        byte[] secret = bytes(messages().get(2));
        secret[KIND + 1 + 4 + "job".length() + 4] = 'x';
        assertThrows(IllegalArgumentException.class, () -> read(secret));
    }
}

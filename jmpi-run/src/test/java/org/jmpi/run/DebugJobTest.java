package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A debugger attaches to ranks that wait for it. */
class DebugJobTest {
    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** Waits for the port without a connection: the JVM takes the first one for that of a debugger. */
    private static void awaitListener(int port) throws Exception {
        Pattern listener = Pattern.compile(String.format("(?s).*:%04X [0-9A-F:]+ 0A .*", port));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < deadline) {
            for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6"))
                if (listener.matcher(Files.readString(Path.of(table))).matches()) return;
            Thread.yield();
        }
        fail("no JVM listens on port " + port);
    }

    private static VirtualMachine attach(int port) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("localhost");
        arguments.get("port").setValue("" + port);
        return connector.attach(arguments);
    }

    @Test
    @Tag("full")
    void aRankWaitsUntilADebuggerLetsItRun() throws Exception {
        int port = freePort();
        List<String> options = List.of("-np", "2", "--debug", "1:" + port);
        try (Launch launch = Launch.ranks(options, "all:println=%")) {
            assertTrue(launch.hasErr(".*jdb -attach localhost:" + port + ",.*", 60), "no line");
            awaitListener(port);
            VirtualMachine jvm = attach(port);
            assertEquals(List.of(), jvm.classesByName(RankProgram.class.getName()), "it has not waited");
            // It resumes the threads.
            jvm.dispose();
            launch.expect(0);
            assertEquals(List.of("0", "1"), launch.out().lines().sorted().toList());
        }
    }
}

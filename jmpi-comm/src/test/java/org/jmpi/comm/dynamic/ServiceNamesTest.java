package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServiceNamesTest {
    @TempDir
    Path folder;

    @Test
    void aNameBelongsToOnePort() {
        ServiceNames names = new ServiceNames(folder, port -> true);
        names.publish("a/b", "port 1");
        assertEquals("port 1", names.lookup("a/b"));
        assertEquals(ErrorClass.SERVICE, failure(() -> names.publish("a/b", "port 2")));
        assertEquals(ErrorClass.SERVICE, failure(() -> names.unpublish("a/b", "port 2")));
        names.unpublish("a/b", "port 1");
        assertEquals(ErrorClass.NAME, failure(() -> names.lookup("a/b")));
        assertEquals(ErrorClass.ARG, failure(() -> names.lookup("")));
        assertEquals(ErrorClass.ARG, failure(() -> names.publish("x".repeat(300), "port 1")));
    }

    /** Of two jobs that find the same name of a killed job one takes it over. */
    @Test
    void onlyOneTakesANameOver() throws Exception {
        new ServiceNames(folder, port -> true).publish("a", "dead");
        CompletableFuture<ErrorClass> second = new CompletableFuture<>();
        Thread other = new Thread(() -> second.complete(
                failure(() -> new ServiceNames(folder, port -> !port.equals("dead")).publish("a", "port 2"))));
        ServiceNames names = new ServiceNames(folder, port -> {
            // The other one is at the same name before this one has replaced it.
            other.start();
            while (other.isAlive() && other.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            return false;
        });
        names.publish("a", "port 1");
        assertEquals(ErrorClass.SERVICE, second.get());
        assertEquals("port 1", names.lookup("a"));
    }

    @Test
    void whoLooksANameUpGetsAllOfItOrNothing() throws Exception {
        ServiceNames names = new ServiceNames(folder, port -> false);
        String port = "p".repeat(1000);
        CompletableFuture<Void> published = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 200; i++) {
                names.publish("a", port);
                names.unpublish("a", port);
            }
        });
        while (!published.isDone()) {
            try {
                assertEquals(port, names.lookup("a"));
            } catch (CommException e) {
                assertEquals(ErrorClass.NAME, e.errorClass(), e.getMessage());
            }
        }
        published.get();
    }

    private static ErrorClass failure(Runnable call) {
        return assertThrows(CommException.class, call::run).errorClass();
    }
}

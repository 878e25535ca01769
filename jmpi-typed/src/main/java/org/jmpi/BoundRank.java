package org.jmpi;

import java.util.concurrent.Callable;
import org.jmpi.comm.error.CommException;
import org.jmpi.world.CurrentWorld;

/** The rank of the thread that makes it, for tasks on other threads. */
final class BoundRank {
    private final CurrentWorld.ThreadBinding binding;

    /**
     * @throws MpiException of class ERR_OTHER if the caller belongs to no rank, or to one of a run that has returned
     */
    BoundRank() {
        try {
            binding = CurrentWorld.binding();
        } catch (CommException e) {
            throw MpiException.of(e);
        }
    }

    Runnable bind(Runnable task) {
        return () -> {
            CurrentWorld.ThreadBinding before = enter();
            try {
                task.run();
            } finally {
                before.restore();
            }
        };
    }

    <T> Callable<T> bind(Callable<T> task) {
        return () -> {
            CurrentWorld.ThreadBinding before = enter();
            try {
                return task.call();
            } finally {
                before.restore();
            }
        };
    }

    private CurrentWorld.ThreadBinding enter() {
        try {
            return binding.enter();
        } catch (CommException e) {
            throw MpiException.of(e);
        }
    }
}

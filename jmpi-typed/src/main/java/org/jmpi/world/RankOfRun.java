package org.jmpi.world;

import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jmpi.comm.session.RankWorld;

/**
 * The world of a rank that is a thread of {@code Jmpi.run}. A thread that the rank starts inherits it, unless the
 * thread is made to serve others, too: an executor's worker, a timer's thread, or one that a static initializer starts.
 * The ranks share static fields, so any of them may be the first to need such a thread.
 */
final class RankOfRun extends InheritableThreadLocal<RankWorld> {
    /** It starts a thread for each task: the task is the submitter's. */
    private static final String THREAD_PER_TASK = "java.util.concurrent.ThreadPerTaskExecutor";

    private static final StackWalker STACK =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES));

    @Override
    protected RankWorld childValue(RankWorld parent) {
        return STACK.walk(RankOfRun::isShared) ? null : parent;
    }

    /**
     * Decides by the innermost frame that shows it: a task that starts the thread, or what starts it for more than one
     * task.
     */
    private static boolean isShared(Stream<StackFrame> frames) {
        Iterator<StackFrame> each = frames.iterator();
        while (each.hasNext()) {
            Optional<Boolean> shared = isShared(each.next());
            if (shared.isPresent()) return shared.get();
        }
        return false;
    }

    private static Optional<Boolean> isShared(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        String method = frame.getMethodName();
        if (method.equals("<clinit>") || type == Timer.class) return Optional.of(true);
        if (isTask(type, method) || type.getName().equals(THREAD_PER_TASK)) return Optional.of(false);
        // A lambda that is an executor has no workers of its own.
        return Executor.class.isAssignableFrom(type) && !type.isHidden() ? Optional.of(true) : Optional.empty();
    }

    private static boolean isTask(Class<?> type, String method) {
        return method.equals("run") && Runnable.class.isAssignableFrom(type)
                || method.equals("call") && Callable.class.isAssignableFrom(type);
    }
}

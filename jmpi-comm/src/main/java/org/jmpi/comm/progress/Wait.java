package org.jmpi.comm.progress;

import org.jmpi.comm.operation.Completion;

/**
 * A thread of the program that has blocked.
 *
 * @param thread the thread
 * @param completion what it waits for
 * @param call the call that waits; null if it is a collective operation
 * @param since when it did not want to spin any longer, by {@link org.jmpi.comm.transport.Scheduler#nanoTime}
 */
public record Wait(Thread thread, Completion completion, String call, long since) {}

/**
 * JPVM (1996), the parallel virtual machine in Java, on JMPI: programs that were written for it compile and run.
 *
 * <p>A program makes a {@link jpvm.jpvmEnvironment}, spawns tasks, and sends buffers to tasks by their ids.
 */
package jpvm;

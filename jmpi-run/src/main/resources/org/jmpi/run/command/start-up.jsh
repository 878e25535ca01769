import java.time.Duration;
import org.jmpi.*;
${imports}

/** The number of ranks. Assign another one at any time. */
int ranks = ${ranks};

/** How long the ranks may take. Then the shell ends them, and says who waits for whom. Assign another one at any time. */
Duration limit = Duration.ofMinutes(1);

/** What one rank does. */
interface Body { void run(World world) throws Exception; }

/** What one rank computes. */
interface Computation<T> { T run(World world) throws Exception; }

/** Waits for ranks. After five seconds it says when the shell ends them. */
<T> T await(Supplier<T> work) {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    String line = "the ranks still run; after " + limit.toSeconds() + " s the shell ends them, and says who waits for whom";
    clock.schedule(() -> System.out.println(line), 5, TimeUnit.SECONDS);
    try { return work.get(); } finally { clock.shutdownNow(); }
}

/** Runs a body on each rank. */
void run(Body body) { await(() -> { Jmpi.run(ranks, limit, () -> body.run(Jmpi.world())); return null; }); }

/** Runs a body on each rank, and returns the ranks' results in their order. */
<T> List<T> call(Computation<T> body) { return await(() -> Jmpi.call(ranks, limit, () -> body.run(Jmpi.world()))); }

System.out.println("JMPI with " + ranks + " ranks, which are threads. For example:");
System.out.println("  run(world -> System.out.println(\"rank \" + world.rank() + \" of \" + world.size()))");
System.out.println("  call(world -> world.allReduce(world.rank(), Integer::sum))");

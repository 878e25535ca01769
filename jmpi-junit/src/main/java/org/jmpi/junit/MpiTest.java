package org.jmpi.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test method, or each test method of a class, on several ranks. The test fails if it fails on any rank, and the
 * failure names each such rank.
 *
 * <pre>{@code
 * class RingTest {
 *     @MpiTest(np = 4)
 *     void theTokenVisitsAllRanks(Intracomm world) {
 *         assertEquals(world.Size(), Ring.pass(world));
 *     }
 * }
 * }</pre>
 *
 * <p>JUnit runs the whole test on each rank, as if it were alone: {@code @BeforeAll}, constructor, {@code @BeforeEach},
 * method, {@code @AfterEach}, {@code @AfterAll}, extensions. A rank has its own class loader, and so its own static
 * fields, or its own JVM. It is initialised; a test may call {@code MPI.Init} and {@code MPI.Finalize}, as
 * {@code main} does, or leave both out. A parameter of type {@link org.jmpi.World} has all ranks, and so has one of
 * the class of communicators of a binding on the class path, such as {@code mpi.Intracomm} or its superclass
 * {@code mpi.Comm}.
 *
 * <p>On a method, the annotation takes the place of {@code @Test}. On a class, it applies to its test methods of all
 * kinds, also in nested classes; one on a method comes first. The JVM of the tests makes an object of the class, too,
 * as a rank of a world of one, and runs no method on it. It also runs the methods {@code @BeforeAll} and
 * {@code @AfterAll}, outside MPI, unless the annotation is on the class: put it there if they make MPI calls.
 *
 * <p>A rank may leave threads of its own behind. Those of a process end with it; those in the JVM of the tests go on,
 * as after any test.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Test
@ExtendWith(MpiTestExtension.class)
public @interface MpiTest {
    /** {@return the number of ranks; at least 1} */
    int np();

    /**
     * {@return how the ranks exchange messages, a name as of {@code jmpirun --transport}; empty for within the JVM if
     * the ranks are threads, and for {@code auto} if they are processes}
     */
    String transport() default "";

    /** {@return whether each rank is a process of its own; otherwise a rank is a thread of the JVM of the tests} */
    boolean processes() default false;

    /**
     * {@return how many seconds the ranks may take, with the start of their processes; more than 0} When they are over,
     * all ranks are ended, and the failure shows which ranks wait for each other, with the stacks and message queues of
     * all.
     */
    double timeout() default 60;
}

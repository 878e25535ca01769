package org.jmpi.rpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method run on the thread that moves messages, without a change of threads: for short methods. It stands at the
 * method of the interface, or at that of the exported class.
 *
 * <p>Such a method must not block, and makes no MPI calls. It may make calls that do not wait: a thread sends them when
 * it has returned. A call that waits fails at once by a {@link CallRefusedException}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Simple {}

package org.jmpi.rpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has a method run while no other atomic method of the same object runs. It stands at the method of the interface, or
 * at that of the exported class. Calls of methods that are not atomic run beside it.
 *
 * <p>Calls wait in their order for the object. A call that belongs to the same chain enters it at once: the chain of a
 * call are the calls that wait for it, at all ranks. A call that does not wait begins a chain of its own. With
 * {@link Simple} a call does not wait for the object: it fails at once if the object is in use.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Atomic {}

package org.jmpi.rpc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has calls of a method return when they are on their way: there is no answer. A call waits while earlier ones of the
 * same rank, of {@code jmpi.eager.window} bytes together, have not begun. It stands at a method of the interface
 * that returns {@code void} and declares no checked exception. If the method throws, the failure goes to
 * {@link ObjectSpace#onFailure} of its rank.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}

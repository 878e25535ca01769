/**
 * Typed remote objects on ranks: a rank exports an object under an interface, and other ranks call it by a stub.
 *
 * <p>{@link org.jmpi.rpc.ObjectSpace} is the entry. A {@link org.jmpi.rpc.GlobalRef} names an object of a rank; it
 * travels in messages and in arguments. The calls work beside those of package {@code mpi} and of {@code org.jmpi}.
 */
package org.jmpi.rpc;

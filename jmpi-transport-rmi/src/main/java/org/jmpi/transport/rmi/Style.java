package org.jmpi.transport.rmi;

import java.util.function.Supplier;

/**
 * What the transports of this module differ in.
 *
 * @param name the transport's
 * @param envelopes makes what writes and reads envelopes
 * @param brief whether connections leave out what the call before has said
 */
record Style(String name, Supplier<Envelopes> envelopes, boolean brief) {}

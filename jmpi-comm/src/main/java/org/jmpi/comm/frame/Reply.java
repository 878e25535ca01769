package org.jmpi.comm.frame;

import java.nio.ByteBuffer;

/**
 * The answer to a request.
 *
 * @param word of the answer
 * @param payload the caller's; without bytes if there is none
 */
public record Reply(long word, ByteBuffer payload) {}

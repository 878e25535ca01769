/** Kryo for JMPI: a codec of objects, and envelopes of frames. */
package org.jmpi.codec.kryo;

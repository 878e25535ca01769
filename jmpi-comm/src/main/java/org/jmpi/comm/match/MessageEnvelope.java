package org.jmpi.comm.match;

/**
 * The envelope of an arrived message: the sender's rank in the communicator, and the tag.
 *
 * @param <M> the message
 */
public final class MessageEnvelope<M> extends Entry<M> {
    public MessageEnvelope(M message) {
        super(message);
    }

    public M message() {
        return item;
    }
}

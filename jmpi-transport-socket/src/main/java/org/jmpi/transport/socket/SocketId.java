package org.jmpi.transport.socket;

import io.netty.channel.ChannelId;
import java.util.concurrent.atomic.AtomicLong;

/** A number instead of Netty's default, for which every network interface is looked up when the process starts. */
final class SocketId implements ChannelId {
    private static final long serialVersionUID = 1;
    private static final AtomicLong LAST = new AtomicLong();

    private final long number = LAST.incrementAndGet();

    @Override
    public String asShortText() {
        return Long.toString(number);
    }

    @Override
    public String asLongText() {
        return asShortText();
    }

    @Override
    public int compareTo(ChannelId other) {
        return asShortText().compareTo(other.asShortText());
    }
}

package org.jmpi.transport.socket;

import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.RefusedException;

/** The side of a handshake that connected. */
final class ConnectorHandshake extends Handshake {
    private final JobSecret secret;
    private final int rank;
    private final SocketPeer peer;
    private final HandshakeChannel own;
    private final byte[] challenge = JobSecret.challenge();
    private boolean welcomed;

    ConnectorHandshake(JobSecret secret, int rank, SocketPeer peer, HandshakeChannel own) {
        super(HandshakeLayout.WELCOME_BYTES);
        this.secret = secret;
        this.rank = rank;
        this.peer = peer;
        this.own = own;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        own.send(HandshakeLayout.hello(rank, peer.rank(), challenge));
    }

    @Override
    void take(HandshakeChannel channel, byte[] bytes) {
        if (!welcomed) takeWelcome(channel, bytes);
        else if (bytes[0] == HandshakeLayout.ACCEPTED) stop();
        else if (bytes[0] == HandshakeLayout.CROSSING) cross(channel);
        else if (bytes[0] == HandshakeLayout.REFUSED) refuse(channel, "it takes no connection of this rank any more");
        else fail(channel, "it answered " + bytes[0] + ", which is no verdict", null);
    }

    private void takeWelcome(HandshakeChannel channel, byte[] welcome) {
        byte[] theirs = HandshakeLayout.welcomeChallenge(welcome);
        byte[] expected = secret.acceptorProof(rank, peer.rank(), challenge, theirs);
        if (!JobSecret.same(expected, HandshakeLayout.welcomeProof(welcome))) {
            refuse(channel, "it did not prove to know the job's secret");
            return;
        }
        welcomed = true;
        expect(HandshakeLayout.VERDICT_BYTES);
        channel.send(secret.connectorProof(rank, peer.rank(), challenge, theirs));
    }

    private void refuse(HandshakeChannel channel, String reason) {
        fail(channel, reason, new RefusedException(reason));
    }

    private void cross(HandshakeChannel channel) {
        peer.crossed(channel);
        fail(channel, "connections crossed", null);
    }

    @Override
    void proved(HandshakeChannel channel, ByteBuffer early) {
        peer.adopt(channel, early);
    }

    @Override
    void failed(String reason, Throwable cause) {
        peer.attemptFailed(own, new IOException("could not connect to " + peer + ": " + reason, cause));
    }
}

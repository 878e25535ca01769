package org.jmpi.transport.socket;

import io.netty.channel.ChannelFutureListener;
import java.nio.ByteBuffer;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;

/** The side of a handshake that listened: whatever is wrong closes the connection, and nothing more. */
final class AcceptorHandshake extends Handshake {
    private final TransportSite site;
    private final Admission admission;
    private final HandshakeChannel own;
    private byte[] hello;
    private byte[] challenge;

    AcceptorHandshake(TransportSite site, Admission admission, HandshakeChannel own) {
        super(HandshakeLayout.HELLO_BYTES);
        this.site = site;
        this.admission = admission;
        this.own = own;
    }

    @Override
    void take(HandshakeChannel channel, byte[] bytes) {
        if (hello == null) takeHello(channel, bytes);
        else takeAnswer(channel, bytes);
    }

    private void takeHello(HandshakeChannel channel, byte[] bytes) {
        if (!HandshakeLayout.isHello(bytes) || !ranksFit(bytes)) {
            fail(channel, "the first bytes are no greeting of rank " + site.rank(), null);
            return;
        }
        hello = bytes;
        challenge = JobSecret.challenge();
        expect(HandshakeLayout.ANSWER_BYTES);
        byte[] proof =
                site.secret().acceptorProof(connector(), site.rank(), HandshakeLayout.helloChallenge(hello), challenge);
        channel.send(HandshakeLayout.welcome(challenge, proof));
    }

    private boolean ranksFit(byte[] bytes) {
        int connector = HandshakeLayout.connector(bytes);
        return HandshakeLayout.acceptor(bytes) == site.rank()
                && connector >= 0
                && connector < site.size()
                && connector != site.rank();
    }

    private int connector() {
        return HandshakeLayout.connector(hello);
    }

    private void takeAnswer(HandshakeChannel channel, byte[] answer) {
        byte[] expected = site.secret()
                .connectorProof(connector(), site.rank(), HandshakeLayout.helloChallenge(hello), challenge);
        if (JobSecret.same(expected, answer)) stop();
        else fail(channel, "the secret was not proved", null);
    }

    @Override
    void proved(HandshakeChannel channel, ByteBuffer early) {
        admission.proved(channel);
        SocketPeer peer = admission.peer(connector());
        switch (early.hasRemaining() ? SocketPeer.Verdict.REFUSED : peer.judge()) {
            case ACCEPTED -> {
                channel.send(HandshakeLayout.ACCEPTED); // one byte, which an unused connection takes at once
                peer.adopt(channel, early);
            }
            case CROSSING -> channel.send(HandshakeLayout.CROSSING).addListener(ChannelFutureListener.CLOSE);
            default -> channel.send(HandshakeLayout.REFUSED).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    void failed(String reason, Throwable cause) {
        admission.refused(own, reason);
    }
}

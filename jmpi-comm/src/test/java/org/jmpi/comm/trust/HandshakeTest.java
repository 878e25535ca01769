package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jmpi.comm.trust.Handshake.State;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both sides of a handshake in memory. */
@Timeout(60)
class HandshakeTest {
    private static final String PROTOCOL = "JMPItst4";
    private static final int INITIATOR = 3;
    private static final int ACCEPTOR = 258;
    private static final int UNPROVEN_BYTES = 48 + 32;
    private static final AddressPair SEEN = pair("10.0.0.5", 40_000, "10.0.0.7", 40_123);

    /** The ways to prove the secret, with the lengths of their welcome and answer. */
    enum Way {
        PASSWORDS(Way::passwords, 32, 0),
        HMAC(secret -> Proof.hmac(secret, SEEN), 100, 32);

        private final Function<JobSecret, Proof> proof;
        private final int welcome;
        private final int answer;

        Way(Function<JobSecret, Proof> proof, int welcome, int answer) {
            this.proof = proof;
            this.welcome = welcome;
            this.answer = answer;
        }

        private static Proof passwords(JobSecret secret) {
            try {
                return Proof.passwords(secret, InetAddress.getLoopbackAddress());
            } catch (RefusedException e) {
                throw new AssertionError(e);
            }
        }

        Handshake initiator(JobSecret secret) {
            return Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, proof.apply(secret));
        }

        Handshake acceptor(JobSecret secret) {
            return Handshake.acceptor(PROTOCOL, ACCEPTOR, proof.apply(secret));
        }
    }

    private final JobSecret secret = JobSecret.create();

    /** Returns all that a side sends now. */
    private static byte[] sent(Handshake side) {
        ByteBuffer target = ByteBuffer.allocate(Handshake.MOST_BYTES);
        if (side.state() == State.NEED_WRAP) side.wrap(target);
        assertNotEquals(State.NEED_WRAP, side.state());
        return Arrays.copyOf(target.array(), target.position());
    }

    /** Returns how many of the bytes a side consumes. */
    private static int take(Handshake side, byte[] bytes) {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        while (side.state() == State.NEED_UNWRAP && source.hasRemaining()) {
            int position = source.position();
            side.unwrap(source);
            assertTrue(source.position() > position);
        }
        return source.position();
    }

    /** Lets both sides go on until neither can, and decides in favour. */
    private static void run(Handshake initiator, Handshake acceptor) {
        for (byte[] moved = {0}; moved.length > 0 || acceptor.state() == State.NEED_WRAP; ) {
            moved = sent(initiator);
            take(acceptor, moved);
            if (acceptor.state() == State.NEED_VERDICT) acceptor.decide(Verdict.ADMITTED);
            take(initiator, sent(acceptor));
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static void assertRefused(Handshake side, String reason, boolean isFinal) {
        assertEquals(State.REFUSED, side.state());
        assertEquals(reason, side.refusal().getMessage());
        assertEquals(isFinal, side.refusal() instanceof RefusedException);
    }

    // ---- Sides that know the secret ----

    @ParameterizedTest
    @EnumSource(Way.class)
    void everyMessageHasTheLengthThatIsDrawn(Way way) {
        Handshake initiator = way.initiator(secret);
        Handshake acceptor = way.acceptor(secret);
        byte[] hello = sent(initiator);
        assertEquals(48, hello.length);
        assertEquals(48, take(acceptor, hello));
        if (way.answer > 0) {
            byte[] welcome = sent(acceptor);
            assertEquals(way.welcome, welcome.length);
            take(initiator, welcome);
            byte[] answer = sent(initiator);
            assertEquals(way.answer, answer.length);
            take(acceptor, answer);
        }
        assertEquals(State.NEED_VERDICT, acceptor.state());
        assertEquals(INITIATOR, acceptor.initiator());
        acceptor.decide(Verdict.ADMITTED);
        assertEquals(State.NEED_UNWRAP, initiator.state());
        take(initiator, sent(acceptor));
        for (Handshake side : List.of(initiator, acceptor)) {
            assertEquals(State.ADMITTED, side.state());
            assertEquals(Verdict.ADMITTED, side.verdict());
            assertNull(side.refusal());
            assertEquals(INITIATOR, side.initiator());
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void bytesMayComeAndGoInPiecesOfAnySize(Way way) {
        for (int piece = 1; piece <= Handshake.MOST_BYTES; piece++) {
            Handshake initiator = way.initiator(secret);
            Handshake acceptor = way.acceptor(secret);
            int turns = 0;
            while (acceptor.state() != State.ADMITTED || initiator.state() != State.ADMITTED) {
                pass(initiator, acceptor, piece);
                if (acceptor.state() == State.NEED_VERDICT) acceptor.decide(Verdict.ADMITTED);
                pass(acceptor, initiator, piece);
                assertTrue(turns++ < 200, "pieces of " + piece);
            }
        }
    }

    private static void pass(Handshake from, Handshake to, int piece) {
        if (from.state() != State.NEED_WRAP) return;
        ByteBuffer bytes = ByteBuffer.allocateDirect(piece);
        from.wrap(bytes);
        bytes.flip();
        while (bytes.hasRemaining()) to.unwrap(bytes);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void bytesOfTheNextProtocolAreNotTouched(Way way) {
        Handshake initiator = way.initiator(secret);
        Handshake acceptor = way.acceptor(secret);
        byte[] next = {1, 1, 2, 3, 5, 8, 13};
        byte[] hello = sent(initiator);
        if (way.answer > 0) {
            take(acceptor, hello);
            take(initiator, sent(acceptor));
            assertEquals(way.answer, take(acceptor, concat(sent(initiator), next)));
        } else {
            assertEquals(hello.length, take(acceptor, concat(hello, next)));
        }
        acceptor.decide(Verdict.ADMITTED);
        byte[] last = sent(acceptor);
        assertEquals(last.length, take(initiator, concat(last, next)));
        assertEquals(State.ADMITTED, initiator.state());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theAcceptorMayTurnAProvedInitiatorAway(Way way) {
        for (Verdict verdict : List.of(Verdict.CROSSING, Verdict.REFUSED)) {
            Handshake initiator = way.initiator(secret);
            Handshake acceptor = way.acceptor(secret);
            take(acceptor, sent(initiator));
            take(initiator, sent(acceptor));
            take(acceptor, sent(initiator));
            acceptor.decide(verdict);
            assertEquals(State.NEED_WRAP, acceptor.state());
            take(initiator, sent(acceptor));
            for (Handshake side : List.of(initiator, acceptor)) {
                assertEquals(State.REFUSED, side.state());
                assertEquals(verdict, side.verdict());
                assertEquals(verdict == Verdict.REFUSED, side.refusal() instanceof RefusedException);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aVerdictThatThereIsNotIsNoAdmission(Way way) {
        for (int code = Byte.MIN_VALUE; code <= Byte.MAX_VALUE; code++) {
            Handshake initiator = way.initiator(secret);
            Handshake acceptor = way.acceptor(secret);
            take(acceptor, sent(initiator));
            take(initiator, sent(acceptor));
            take(acceptor, sent(initiator));
            acceptor.decide(Verdict.ADMITTED);
            byte[] last = sent(acceptor);
            last[last.length - 1] = (byte) code;
            take(initiator, last);
            assertEquals(code == 1, initiator.state() == State.ADMITTED);
            if (code < 1 || code > 3) assertRefused(initiator, "it answered " + code + ", which is no verdict", false);
        }
    }

    @Test
    void theProofIsTheHmacThatIsDocumented() throws Exception {
        byte[] binding = {42, 43};
        Handshake initiator = Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, Proof.hmac(secret, binding));
        Handshake acceptor = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret, binding));
        byte[] hello = sent(initiator);
        byte[] head = {'J', 'M', 'P', 'I', 't', 's', 't', '4', 0, 0, 0, 3, 0, 0, 1, 2};
        assertArrayEquals(head, Arrays.copyOf(hello, 16));
        take(acceptor, hello);
        byte[] welcome = sent(acceptor);
        take(initiator, welcome);
        byte[] answer = sent(initiator);
        for (char role : new char[] {'A', 'I'}) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(HexFormat.of().parseHex(secret.toHex()), 0, 32, "HmacSHA256"));
            mac.update((byte) role);
            mac.update(hello);
            mac.update(welcome, 0, 68);
            mac.update(binding);
            assertArrayEquals(mac.doFinal(), role == 'I' ? answer : Arrays.copyOfRange(welcome, 68, 100));
        }
    }

    @Test
    void thePasswordsAreThosePartsOfTheSecret() {
        Handshake initiator = Way.PASSWORDS.initiator(secret);
        Handshake acceptor = Way.PASSWORDS.acceptor(secret);
        byte[] hello = sent(initiator);
        assertArrayEquals(secret.passwordOfProcesses(), Arrays.copyOfRange(hello, 16, 48));
        take(acceptor, hello);
        acceptor.decide(Verdict.ADMITTED);
        assertArrayEquals(concat(secret.passwordOfLauncher(), new byte[] {1}), sent(acceptor));
    }

    @Test
    void passwordsAreSentByTheLoopbackDeviceAlone() throws Exception {
        InetAddress far = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        RefusedException refusal = assertThrows(RefusedException.class, () -> Proof.passwords(secret, far));
        assertTrue(refusal.getMessage().contains("192.0.2.1"), refusal.getMessage());
        Proof.passwords(secret, InetAddress.getByName("::1"));
    }

    // ---- Sides that do not ----

    @ParameterizedTest
    @EnumSource(Way.class)
    void anotherJobsSecretIsRefused(Way way) {
        Handshake initiator = way.initiator(JobSecret.create());
        Handshake acceptor = way.acceptor(secret);
        run(initiator, acceptor);
        assertRefused(initiator, "it does not know this job's secret", true);
        if (way.answer > 0) take(acceptor, JobSecret.random(way.answer));
        assertRefused(acceptor, "it does not know this job's secret", false);
    }

    @Test
    void noPasswordIsToldToSomebodyWhoHasNone() {
        Handshake acceptor = Way.PASSWORDS.acceptor(secret);
        take(acceptor, sent(Way.PASSWORDS.initiator(JobSecret.create())));
        assertArrayEquals(new byte[32], sent(acceptor));
        assertEquals(State.REFUSED, acceptor.state());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void anotherProtocolOrRankGetsNoAnswer(Way way) {
        String protocol = "its first bytes are not those of a rank that speaks JMPItst4";
        Object[][] cases = {
            {"JMPItcp4", ACCEPTOR, protocol}, {"HTTP/1.1", ACCEPTOR, protocol}, {PROTOCOL, 1, "it looks for rank 1"}
        };
        for (Object[] each : cases) {
            Handshake acceptor = way.acceptor(secret);
            Proof proof = way.proof.apply(secret);
            take(acceptor, sent(Handshake.initiator((String) each[0], INITIATOR, (Integer) each[1], proof)));
            assertRefused(acceptor, (String) each[2], false);
            assertEquals(0, sent(acceptor).length);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void sidesOfTwoVersionsNameBothAndDoNotTryAgain(Way way) {
        Handshake initiator = Handshake.initiator("JMPItst5", INITIATOR, ACCEPTOR, way.proof.apply(JobSecret.create()));
        Handshake acceptor = way.acceptor(secret);
        take(acceptor, sent(initiator));
        byte[] answer = sent(acceptor);
        assertEquals(Handshake.MOST_BYTES, answer.length);
        take(initiator, answer);
        String remedy = ": use the same version of JMPI in all processes";
        assertRefused(acceptor, "it speaks JMPItst5, and this process JMPItst4" + remedy, true);
        assertRefused(initiator, "it speaks JMPItst4, and this process JMPItst5" + remedy, true);
    }

    @Test
    void aProtocolHasEightCharacters() {
        Proof proof = Proof.hmac(secret);
        assertThrows(IllegalArgumentException.class, () -> Handshake.acceptor("JMPI", 0, proof));
        assertThrows(IllegalArgumentException.class, () -> Handshake.initiator("JMPI-long", 0, 1, proof));
    }

    /** Replaces a byte of each message, one after the other, by any other one. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void noChangedByteIsAccepted(Way way) {
        int[] lengths = {48, way.welcome, way.answer};
        for (int message = 0; message < lengths.length; message++)
            for (int at = 0; at < lengths[message]; at++) {
                // Passwords are only for the host itself: they do not cover the rank.
                if (way == Way.PASSWORDS && message == 0 && at >= 8 && at < 12) continue;
                Handshake initiator = way.initiator(secret);
                Handshake acceptor = way.acceptor(secret);
                take(acceptor, changed(sent(initiator), message == 0, at));
                if (acceptor.state() == State.NEED_VERDICT) acceptor.decide(Verdict.ADMITTED);
                take(initiator, changed(sent(acceptor), message == 1, at));
                take(acceptor, changed(sent(initiator), message == 2, at));
                Handshake judge = message == 1 ? initiator : acceptor;
                assertFalse(judge.state() == State.NEED_VERDICT || judge.state() == State.ADMITTED);
                assertNotEquals(State.ADMITTED, initiator.state(), "message " + message + ", byte " + at);
            }
    }

    private static byte[] changed(byte[] message, boolean really, int at) {
        if (really && at < message.length) message[at] ^= (byte) (1 << at % 8);
        return message;
    }

    @Test
    void aRecordedConversationIsWorthNothing() {
        Handshake initiator = Way.HMAC.initiator(secret);
        Handshake acceptor = Way.HMAC.acceptor(secret);
        byte[] hello = sent(initiator);
        take(acceptor, hello);
        byte[] welcome = sent(acceptor);
        take(initiator, welcome);
        byte[] answer = sent(initiator);

        Handshake again = Way.HMAC.acceptor(secret);
        take(again, hello);
        assertFalse(Arrays.equals(welcome, sent(again)));
        take(again, answer);
        assertRefused(again, "it does not know this job's secret", false);
        Handshake other = Way.HMAC.initiator(secret);
        assertFalse(Arrays.equals(hello, sent(other)));
        take(other, welcome);
        assertRefused(other, "it does not know this job's secret", true);
    }

    @Test
    void nobodyIsProvedByItsOwnBytes() {
        Handshake acceptor = Way.HMAC.acceptor(secret);
        take(acceptor, sent(Way.HMAC.initiator(secret)));
        take(acceptor, Arrays.copyOfRange(sent(acceptor), 68, 100));
        assertRefused(acceptor, "it does not know this job's secret", false);

        // A rank connects to itself by way of a stranger, who asks another acceptor what to say.
        Handshake initiator = Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, Proof.hmac(secret));
        Handshake oracle = Handshake.acceptor(PROTOCOL, INITIATOR, Proof.hmac(secret));
        byte[] hello = sent(initiator);
        byte[] turned = ByteBuffer.wrap(hello.clone())
                .putInt(8, ACCEPTOR)
                .putInt(12, INITIATOR)
                .array();
        take(oracle, turned);
        take(initiator, sent(oracle));
        assertRefused(initiator, "it does not know this job's secret", true);

        for (Way way : Way.values()) {
            Handshake echoed = way.initiator(secret);
            byte[] own = Arrays.copyOfRange(sent(echoed), 16, 48);
            take(echoed, Arrays.copyOf(concat(own, own), way.welcome));
            assertRefused(echoed, "it does not know this job's secret", true);
        }
    }

    @Test
    void aProofForOneChannelIsNoneOnAnother() {
        byte[][] bindings = {{}, {1}, {2}, {1, 2}, new byte[48]};
        for (byte[] upper : bindings)
            for (byte[] lower : bindings) {
                Handshake initiator = Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, Proof.hmac(secret, upper));
                Handshake acceptor = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret, lower));
                run(initiator, acceptor);
                if (upper == lower) assertEquals(State.ADMITTED, initiator.state());
                else assertRefused(initiator, "it does not know this job's secret", true);
            }
    }

    private static AddressPair pair(String from, int fromPort, String to, int toPort) {
        return AddressPair.of(new InetSocketAddress(from, fromPort), new InetSocketAddress(to, toPort));
    }

    @Test
    void theAcceptorsAddressesAreInItsWelcome() {
        Handshake acceptor = Way.HMAC.acceptor(secret);
        take(acceptor, sent(Way.HMAC.initiator(secret)));
        String ends = "00000000000000000000ffff0a0000059c40" + "00000000000000000000ffff0a0000079cbb";
        assertEquals(ends, HexFormat.of().formatHex(sent(acceptor), 32, 68));
    }

    @Test
    void whoRelaysFromAnotherAddressIsRefused() {
        Handshake initiator = Handshake.initiator(
                PROTOCOL, INITIATOR, ACCEPTOR, Proof.hmac(secret, pair("10.0.0.5", 40_000, "10.0.0.9", 40_123)));
        Handshake acceptor =
                Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret, pair("fd00::9", 50_000, "fd00::7", 40_123)));
        run(initiator, acceptor);
        assertRefused(
                initiator,
                "it sees this connection from [fd00:0:0:0:0:0:0:9]:50000 to [fd00:0:0:0:0:0:0:7]:40123, and this rank"
                        + " from 10.0.0.5:40000 to 10.0.0.9:40123: something relays between them; if it is a"
                        + " translation of addresses (NAT), allow it by --nat (jmpi.nat=1)",
                true);
        // The initiator gives no proof that the relay could pass on.
        assertEquals(0, sent(initiator).length);
        assertEquals(State.NEED_UNWRAP, acceptor.state());
    }

    @Test
    void eachPartOfTheAddressesCounts() {
        AddressPair[] views = {
            SEEN,
            pair("10.0.0.6", 40_000, "10.0.0.7", 40_123),
            pair("10.0.0.5", 40_001, "10.0.0.7", 40_123),
            pair("10.0.0.5", 40_000, "10.0.0.8", 40_123),
            pair("10.0.0.5", 40_000, "10.0.0.7", 40_124),
            AddressPair.NONE
        };
        for (AddressPair upper : views)
            for (AddressPair lower : views) {
                Handshake initiator = Handshake.initiator(PROTOCOL, INITIATOR, ACCEPTOR, Proof.hmac(secret, upper));
                Handshake acceptor = Handshake.acceptor(PROTOCOL, ACCEPTOR, Proof.hmac(secret, lower));
                run(initiator, acceptor);
                assertEquals(upper == lower ? State.ADMITTED : State.REFUSED, initiator.state(), upper + ", " + lower);
            }
        assertEquals(AddressPair.NONE, pair("127.0.0.1", 1, "127.0.0.2", 2));
        assertEquals(AddressPair.NONE, pair("::1", 1, "::1", 2));
    }

    // ---- Any bytes ----

    @ParameterizedTest
    @EnumSource(Way.class)
    void aPartOfAMessageIsNone(Way way) {
        byte[] hello = sent(way.initiator(secret));
        for (int length = 0; length < hello.length; length++) {
            Handshake acceptor = way.acceptor(secret);
            assertEquals(length, take(acceptor, Arrays.copyOf(hello, length)));
            assertEquals(State.NEED_UNWRAP, acceptor.state());
            assertEquals(hello.length - length, acceptor.missing());
        }
        Handshake initiator = way.initiator(secret);
        Handshake acceptor = way.acceptor(secret);
        take(acceptor, sent(initiator));
        if (acceptor.state() == State.NEED_VERDICT) acceptor.decide(Verdict.ADMITTED);
        take(initiator, Arrays.copyOf(sent(acceptor), way.welcome - 1));
        assertEquals(State.NEED_UNWRAP, initiator.state());
        assertEquals(1, initiator.missing());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void randomBytesAreNeverAnExceptionAndNeverAnAdmission(Way way) {
        Random random = new Random(33);
        byte[] head = Arrays.copyOf(sent(way.initiator(secret)), 16);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            // A part of them begins as a rank does.
            System.arraycopy(head, 0, bytes, 0, Math.min(bytes.length, random.nextInt(17)));
            Handshake acceptor = way.acceptor(secret);
            assertTrue(feed(acceptor, bytes, random) <= UNPROVEN_BYTES);
            assertTrue(acceptor.state() == State.REFUSED || acceptor.state() == State.NEED_UNWRAP);
            assertThrows(IllegalStateException.class, acceptor::initiator);
            Handshake initiator = way.initiator(secret);
            assertTrue(feed(initiator, bytes, random) <= way.welcome);
            assertTrue(initiator.state() == State.REFUSED || initiator.state() == State.NEED_UNWRAP);
        }
    }

    /** Hands bytes over in random pieces; returns how many were consumed. */
    private static int feed(Handshake side, byte[] bytes, Random random) {
        ByteBuffer source = ByteBuffer.wrap(bytes).limit(0);
        sent(side);
        while (side.state() == State.NEED_UNWRAP && source.limit() < bytes.length) {
            source.limit(Math.min(bytes.length, source.limit() + 1 + random.nextInt(60)));
            while (side.state() == State.NEED_UNWRAP && source.hasRemaining()) side.unwrap(source);
            assertTrue(sent(side).length <= Handshake.MOST_BYTES);
        }
        return source.position();
    }

    @Test
    void stepsOutOfTurnAreMistakesOfTheCarrier() {
        ByteBuffer bytes = ByteBuffer.allocate(Handshake.MOST_BYTES);
        Handshake acceptor = Way.HMAC.acceptor(secret);
        assertThrows(IllegalStateException.class, () -> acceptor.wrap(bytes));
        assertThrows(IllegalStateException.class, () -> acceptor.decide(Verdict.ADMITTED));
        assertThrows(IllegalStateException.class, acceptor::initiator);
        Handshake initiator = Way.HMAC.initiator(secret);
        assertThrows(IllegalStateException.class, () -> initiator.unwrap(bytes));
        run(initiator, acceptor);
        assertThrows(IllegalStateException.class, () -> acceptor.decide(Verdict.REFUSED));
        assertThrows(IllegalStateException.class, () -> initiator.unwrap(bytes));
        assertEquals(0, bytes.position());
    }
}

package org.jmpi.transport.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.rmi.ConnectIOException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.rmi.server.ObjID;
import java.rmi.server.RemoteObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A connection on which {@link CommunicationLayer#put} of one peer is called, in the protocol of the RMI specification, section
 * 10.2: the peer's RMI takes and answers these calls as it does those of a stub. A stub makes each call's streams anew, and
 * waits for its answer; here a call is bytes of which only the last ones change, and the answer is waited for when the next
 * call is made. Not used by two threads at once, but for {@link #isUnanswered}.
 */
final class CallConnection {
    private static final int MAGIC = 0x4a52_4d49;
    private static final int VERSION = 2;
    private static final int STREAM_PROTOCOL = 0x4b;
    private static final int PROTOCOL_ACK = 0x4e;
    private static final int CALL = 0x50;

    /** What follows RMI's version 1.1, in which methods had numbers, not hashes. */
    private static final int BY_HASH = -1;

    /** A stub's form that has a socket factory; see the serialised form of {@link RemoteObject}. */
    private static final int WITH_FACTORY = 1;

    /** What each answer begins with: return, the header of a stream, and a block of 15 bytes. */
    private static final byte[] ANSWER = {0x51, (byte) 0xac, (byte) 0xed, 0, 5, 0x77, 15};

    /** The block is the kind of answer and a unique identifier. */
    private static final int ANSWER_BYTES = ANSWER.length + 15;

    private static final int NORMAL_RETURN = 1;

    /** What RMI throws, and what its parts are; a peer wraps what else there may be. */
    private static final ObjectInputFilter FAILURES =
            ObjectInputFilter.Config.createFilter("maxdepth=50;maxarray=10000;java.base/*;java.rmi/*;!*");

    private final CallSocket socket;

    /** Held, because RMI would tell the peer once nobody holds it. */
    private final CommunicationLayer stub;

    private final InputStream in;
    private final OutputStream out;
    private final byte[] answer = new byte[ANSWER_BYTES];

    /** Calls of each kind, but for their arguments; that of an array ends with its length. */
    private final byte[] ofArray;

    private final byte[] ofFourWords;
    private final byte[] ofEightWords;

    private volatile boolean unanswered;

    /**
     * Greets the peer and prepares calls.
     *
     * @param stub of the exported object that the connection leads to
     * @param socket connected, and nothing sent yet
     * @param millis how long to wait for the peer
     * @throws IOException if the peer does not speak this protocol
     */
    CallConnection(CommunicationLayer stub, CallSocket socket, int millis) throws IOException {
        this.stub = stub;
        this.socket = socket;
        in = socket.getInputStream();
        out = socket.getOutputStream();
        ObjID object = exported(stub);
        ofArray = call(object, "put([B)V", output -> output.writeObject(new byte[0]));
        ofFourWords = call(object, "put(BJJJJ)V", output -> output.write(new byte[1 + BatchLayout.SHORTEST]));
        ofEightWords = call(object, "put(BJJJJJJJJ)V", output -> output.write(new byte[1 + BatchLayout.SHORT]));
        socket.setSoTimeout(millis);
        greet();
        socket.setSoTimeout(0);
    }

    private void greet() throws IOException {
        DataOutputStream output = new DataOutputStream(out);
        output.writeInt(MAGIC);
        output.writeShort(VERSION);
        output.writeByte(STREAM_PROTOCOL);
        output.flush();
        DataInputStream input = new DataInputStream(in);
        int greeting = input.readByte();
        if (greeting != PROTOCOL_ACK)
            throw new ConnectIOException("a connection for remote calls was answered by " + greeting);
        input.readUTF();
        input.readInt();
        output.writeUTF(socket.getLocalAddress().getHostAddress());
        output.writeInt(socket.getLocalPort());
        output.flush();
    }

    // ---- What calls look like ----

    private static ObjID exported(CommunicationLayer stub) throws IOException {
        RemoteObject handler = (RemoteObject) Proxy.getInvocationHandler(stub);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream output = new RmiOutput(bytes)) {
            handler.getRef().writeExternal(output);
        }
        try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            int form = input.readByte();
            if (form != WITH_FACTORY) throw new IOException("a stub in form " + form + ": " + stub);
            input.readUTF();
            input.readInt();
            input.readObject();
            return ObjID.read(input);
        } catch (ClassNotFoundException e) {
            throw new IOException("a stub with an unknown factory: " + stub, e);
        }
    }

    /** Writes the arguments of a call. */
    @FunctionalInterface
    private interface Arguments {
        void write(ObjectOutputStream output) throws IOException;
    }

    private static byte[] call(ObjID object, String method, Arguments arguments) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(CALL);
        try (ObjectOutputStream output = new RmiOutput(bytes)) {
            object.write(output);
            output.writeInt(BY_HASH);
            output.writeLong(hash(method));
            arguments.write(output);
        }
        return bytes.toByteArray();
    }

    /** Returns what RMI knows a method by; see the RMI specification, section 8.3. */
    private static long hash(String method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF(method);
        try {
            byte[] digest = MessageDigest.getInstance("SHA").digest(bytes.toByteArray());
            return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("RMI needs SHA", e);
        }
    }

    /** Writes as RMI does: classes with their code base, of which there is none. */
    private static final class RmiOutput extends ObjectOutputStream {
        RmiOutput(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            writeObject(null);
        }

        @Override
        protected Object replaceObject(Object written) {
            return written instanceof ClientSockets ? null : written;
        }
    }

    // ---- Calls ----

    /**
     * Makes a call, after that before it has been answered.
     *
     * @param batch drawn in {@link BatchLayout}; may change afterwards
     * @throws RemoteException if the connection, or the call before, has failed
     */
    void put(byte[] batch, int length) throws RemoteException {
        awaitAnswer();
        try {
            if (length <= BatchLayout.SHORTEST) putWords(ofFourWords, BatchLayout.SHORTEST, batch, length);
            else if (length <= BatchLayout.SHORT) putWords(ofEightWords, BatchLayout.SHORT, batch, length);
            else putArray(batch, length);
            unanswered = true;
            out.flush();
        } catch (IOException e) {
            throw new MarshalException("a call was not sent", e);
        }
    }

    private void putWords(byte[] call, int words, byte[] batch, int length) throws IOException {
        int arguments = call.length - 1 - words;
        int start = call.length - length;
        call[arguments] = (byte) length;
        Arrays.fill(call, arguments + 1, start, (byte) 0);
        System.arraycopy(batch, 0, call, start, length);
        out.write(call, 0, call.length);
    }

    private void putArray(byte[] batch, int length) throws IOException {
        ByteBuffer.wrap(ofArray).putInt(ofArray.length - Integer.BYTES, length);
        out.write(ofArray, 0, ofArray.length);
        out.write(batch, 0, length);
    }

    /** {@return whether a call has been made of which it is not known yet how it ended} */
    boolean isUnanswered() {
        return unanswered;
    }

    /**
     * {@return whether nothing is awaited, or it is here and only has to be read}
     *
     * @throws RemoteException if the connection has failed
     */
    boolean isAnswerHere() throws RemoteException {
        try {
            return !unanswered || in.available() > 0;
        } catch (IOException e) {
            throw new UnmarshalException("the answer to a call was not looked for", e);
        }
    }

    /**
     * Waits until the last call, if any, has been answered.
     *
     * @throws RemoteException if it has failed
     */
    void awaitAnswer() throws RemoteException {
        if (!unanswered) return;
        try {
            if (in.readNBytes(answer, 0, ANSWER_BYTES) < ANSWER_BYTES)
                throw new EOFException("the connection ended before the answer");
            unanswered = false;
            if (!Arrays.equals(answer, 0, ANSWER.length, ANSWER, 0, ANSWER.length))
                throw new IOException("no answer: " + Arrays.toString(answer));
            if (answer[ANSWER.length] != NORMAL_RETURN) throw failure();
        } catch (RemoteException e) {
            throw e;
        } catch (IOException | ClassNotFoundException | ClassCastException e) {
            throw new UnmarshalException("the answer to a call was not read", e);
        }
    }

    /** Reads what the peer has thrown. */
    private RemoteException failure() throws IOException, ClassNotFoundException {
        // The stream that began with the answer goes on.
        InputStream header = new ByteArrayInputStream(answer, 1, 4);
        ObjectInputStream input = new ObjectInputStream(new SequenceInputStream(header, in));
        input.setObjectInputFilter(FAILURES);
        Object thrown = input.readObject();
        if (thrown instanceof RemoteException) return (RemoteException) thrown;
        return new RemoteException("a call has failed", (Throwable) thrown);
    }
}

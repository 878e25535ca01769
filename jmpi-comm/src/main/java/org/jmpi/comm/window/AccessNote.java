package org.jmpi.comm.window;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.op.Predefined;

/**
 * What an origin tells a target of an access, for the target's observer.
 *
 * @param op null if there is no operator
 * @param callSite the line of the program
 */
record AccessNote(Access.Kind kind, String call, Predefined op, TargetItems items, String callSite) {
    /** A frame holds it, whatever the settings. A longer note, of a layout of very many runs, is not sent. */
    private static final int MOST_BYTES = 8 << 10;

    private static final int LONGEST_CALL_SITE = 512;
    private static final int NO_OPERATOR = 0;

    /** Returns the payload of a frame; null if it would be too long. */
    ByteBuffer encode() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(kind.ordinal());
            out.writeByte(op == null ? NO_OPERATOR : op.number());
            out.writeUTF(call);
            out.writeUTF(callSite.substring(0, Math.min(callSite.length(), LONGEST_CALL_SITE)));
            out.writeLong(items.disp());
            out.writeLong(items.count());
            items.layout().encode(bytes);
            return bytes.size() > MOST_BYTES ? null : ByteBuffer.wrap(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static AccessNote decode(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        try {
            ByteArrayInputStream rest = new ByteArrayInputStream(bytes);
            DataInputStream in = new DataInputStream(rest);
            Access.Kind kind = Access.Kind.values()[in.readByte()];
            int op = in.readByte();
            String call = in.readUTF();
            String callSite = in.readUTF();
            long disp = in.readLong();
            long count = in.readLong();
            Layout layout = Layout.decode(ByteBuffer.wrap(in.readAllBytes()), Integer.MAX_VALUE);
            Predefined operator = op == NO_OPERATOR ? null : Predefined.of(op);
            return new AccessNote(kind, call, operator, new TargetItems(disp, count, layout), callSite);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the access to a memory. */
    Access to(WindowMemory memory) {
        return new Access(
                kind,
                call,
                op,
                items.disp(),
                memory.start(items),
                memory.width(items),
                items.count(),
                items.layout(),
                callSite);
    }
}

package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jmpi.comm.communicator.Binding;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Info;
import org.jmpi.comm.op.OpHandle;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.operation.MessageOperation;

/** Runs programs with windows. */
public abstract class WindowFixture {
    static final TypeHandle INT = TypeHandle.predefined(Layout.of(BasicType.INT));
    static final TypeHandle LONG = TypeHandle.predefined(Layout.of(BasicType.LONG));
    static final TypeHandle BYTE = TypeHandle.predefined(Layout.of(BasicType.BYTE));
    static final TypeHandle DOUBLE = TypeHandle.predefined(Layout.of(BasicType.DOUBLE));

    /** Makes no statuses, and throws failures as they are. */
    static final Binding<String> BINDING = new Binding<>() {
        @Override
        public String status(MessageOperation done, int index) {
            return "done";
        }

        @Override
        public String[] statuses(int length) {
            return new String[length];
        }

        @Override
        public RuntimeException raised(Communicator comm, CommException failure) {
            return failure;
        }
    };

    final String transport;
    final boolean byFrames;
    final boolean sharesMemory;

    /**
     * @param byFrames whether accesses go by frames where memory is shared
     * @param sharesMemory whether ranks share allocated memory
     */
    WindowFixture(String transport, boolean byFrames, boolean sharesMemory) {
        this.transport = transport;
        this.byFrames = byFrames;
        this.sharesMemory = sharesMemory;
    }

    void run(int size, WindowRanks.Program program) {
        WindowRanks.run(transport, size, program);
    }

    Info info() {
        Info info = new Info();
        if (byFrames) info.set(WindowMaker.PATH, "frames");
        return info;
    }

    Window over(Object array, long size, Communicator comm) {
        return Window.create(new UserBuffer(array, 0, size, null), 1, info(), comm);
    }

    static UserBuffer ints(int... values) {
        return new UserBuffer(values, 0, values.length, INT);
    }

    static OpHandle op(Reducer reducer) {
        return OpHandle.predefined(reducer);
    }

    static void refused(ErrorClass expected, Runnable call) {
        CommException e = assertThrows(CommException.class, call::run);
        assertEquals(expected, e.errorClass(), e.getMessage());
    }

    static Group of(Communicator comm, int... ranks) {
        return comm.group().incl(ranks);
    }
}

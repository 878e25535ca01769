package mpi;

import java.lang.reflect.Method;

/** Gives collective operations, in one form, buffers with the elements of the test's arrays. */
final class BufferCalls implements CallView.Calling {
    private final Comm comm;
    private final CollectiveForm form;

    /** The kind of the next buffer; ranks and calls differ, so that all kinds meet. */
    private int next;

    BufferCalls(Comm comm, CollectiveForm form) {
        this.comm = comm;
        this.form = form;
        next = comm.Rank();
    }

    /** The first argument of class Object is what is sent, another one is what is received. */
    @Override
    public void call(String operation, Object... arguments) {
        Method method = CollectiveForm.BLOCKING.method(CollectiveForm.type(comm), operation);
        Class<?>[] types = method.getParameterTypes();
        Object[] given = arguments.clone();
        Object[] buffers = new Object[given.length];
        for (int i = 0; i < given.length; i++) {
            if (types[i] != Object.class) continue;
            buffers[i] = i > 0 && arguments[i] == arguments[0] ? buffers[0] : buffer(arguments[i]);
            given[i] = buffers[i] instanceof ElementBuffer elements ? elements.memory() : arguments[i];
        }
        form.calling(comm).call(operation, given);
        for (int i = 0; i < given.length; i++)
            if (buffers[i] instanceof ElementBuffer elements) elements.copyTo(arguments[i]);
    }

    private Object buffer(Object array) {
        next += 3;
        return ElementBuffer.holds(array) ? new ElementBuffer(array, next) : array;
    }
}

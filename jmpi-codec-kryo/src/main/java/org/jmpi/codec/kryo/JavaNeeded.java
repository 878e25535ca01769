package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;

/** Tells that an object is one that only Java serialisation knows how to write. */
final class JavaNeeded extends KryoException {
    private static final long serialVersionUID = 1;

    private final transient Class<?> type;

    JavaNeeded(Class<?> type) {
        super(type.getName() + " is written by Java serialisation");
        this.type = type;
    }

    Class<?> type() {
        return type;
    }

    /** It is caught where the message is begun, whatever it has passed. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }

    @Override
    public void addTrace(String info) {
        // Nobody reads it.
    }
}

package org.jmpi.junit;

import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Dialect;
import org.jmpi.comm.error.CommException;

/** A binding beside mpiJava's, whose exceptions are checked. */
public final class StubDialect implements Dialect {
    @Override
    public Class<?> communicatorClass() {
        return StubComm.class;
    }

    @Override
    public Object wrap(Communicator core) {
        return new StubComm(core);
    }

    @Override
    public Communicator unwrap(Object comm) {
        return ((StubComm) comm).core();
    }

    @Override
    public Exception raise(CommException failure) {
        return new Exception(failure);
    }
}

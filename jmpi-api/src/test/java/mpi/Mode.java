package mpi;

/** The modes of sending, each in its three forms. */
enum Mode {
    STANDARD(Comm::Send, Comm::Isend, Comm::Send_init),
    BUFFERED(Comm::Bsend, Comm::Ibsend, Comm::Bsend_init),
    SYNCHRONOUS(Comm::Ssend, Comm::Issend, Comm::Ssend_init),
    READY(Comm::Rsend, Comm::Irsend, Comm::Rsend_init);

    /** How a message is sent: by a call that blocks, one that starts it, or a request made before. */
    enum Form {
        BLOCKING,
        NONBLOCKING,
        PERSISTENT
    }

    /** A call such as {@link Comm#Send}. */
    @FunctionalInterface
    interface Blocking {
        void send(Comm comm, Object buf, int offset, int count, Datatype type, int dest, int tag);
    }

    /** A call such as {@link Comm#Isend}. */
    @FunctionalInterface
    interface Starting {
        Request start(Comm comm, Object buf, int offset, int count, Datatype type, int dest, int tag);
    }

    /** A call such as {@link Comm#Send_init}. */
    @FunctionalInterface
    interface Making {
        Prequest make(Comm comm, Object buf, int offset, int count, Datatype type, int dest, int tag);
    }

    final Blocking blocking;
    final Starting starting;
    final Making making;

    Mode(Blocking blocking, Starting starting, Making making) {
        this.blocking = blocking;
        this.starting = starting;
        this.making = making;
    }

    /** Sends a message in the world, and returns when its buffer may be used again. */
    void send(Form form, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        if (form == Form.BLOCKING) blocking.send(MPI.COMM_WORLD, buf, offset, count, type, dest, tag);
        else if (form == Form.NONBLOCKING)
            starting.start(MPI.COMM_WORLD, buf, offset, count, type, dest, tag).Wait();
        else {
            Prequest request = making.make(MPI.COMM_WORLD, buf, offset, count, type, dest, tag);
            request.Start();
            request.Wait();
            request.Free();
        }
    }
}

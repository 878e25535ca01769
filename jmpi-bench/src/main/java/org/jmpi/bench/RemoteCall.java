package org.jmpi.bench;

import java.util.Locale;

/** A call, or a message and its answer, that {@link Rpc} times. */
enum RemoteCall {
    /** An empty message and an empty answer, by Send and Recv. */
    SEND_RECV(0, 0) {
        @Override
        void lead(CalledObjects objects) throws Exception {
            objects.send(0);
            objects.receive(0);
        }

        @Override
        void follow(CalledObjects objects) throws Exception {
            objects.receive(0);
            objects.send(0);
        }
    },
    /** A simple method without arguments and result. */
    SIMPLE(0, 67) {
        @Override
        void lead(CalledObjects objects) {
            objects.target().simple();
        }
    },
    /** The same on a thread of its own. */
    THREADED(0, 87) {
        @Override
        void lead(CalledObjects objects) {
            objects.target().threaded();
        }
    },
    /** The same, one at a time. */
    ATOMIC(0, 88) {
        @Override
        void lead(CalledObjects objects) {
            objects.target().atomic();
        }
    },
    /** An int. */
    ONE_WORD(4, 94) {
        @Override
        void lead(CalledObjects objects) {
            objects.target().one(1);
        }
    },
    /** Two ints. */
    TWO_WORDS(8, 95) {
        @Override
        void lead(CalledObjects objects) {
            objects.target().two(1, 2);
        }
    },
    /** A double of the other rank: GP 2-Word R/W. */
    READ(8, 92) {
        @Override
        void lead(CalledObjects objects) {
            objects.get(1);
        }
    },
    /** The same to the other rank. */
    WRITE(8, 92) {
        @Override
        void lead(CalledObjects objects) {
            objects.put(1);
        }
    },
    /** 20 doubles: BulkRead 40-Word. */
    BULK_READ(160, 177) {
        @Override
        void lead(CalledObjects objects) {
            objects.get(CalledObjects.BULK);
        }
    },
    /** The same to the other rank: BulkWrite 40-Word. */
    BULK_WRITE(160, 154) {
        @Override
        void lead(CalledObjects objects) {
            objects.put(CalledObjects.BULK);
        }
    },
    /** A method without arguments by Java RMI alone. */
    RMI(0, 0) {
        @Override
        void lead(CalledObjects objects) throws Exception {
            objects.rmi().nothing();
        }
    },
    /** 1 MiB by Send and Recv, and an empty answer. */
    SEND_LONG(CalledObjects.LONG * Double.BYTES, 0) {
        @Override
        void lead(CalledObjects objects) throws Exception {
            objects.send(CalledObjects.LONG);
            objects.receive(0);
        }

        @Override
        void follow(CalledObjects objects) throws Exception {
            objects.receive(CalledObjects.LONG);
            objects.send(0);
        }
    },
    /** 1 MiB from the other rank's array. */
    GET_LONG(CalledObjects.LONG * Double.BYTES, 0) {
        @Override
        void lead(CalledObjects objects) {
            objects.get(CalledObjects.LONG);
        }
    },
    /** 1 MiB to the other rank's array. */
    PUT_LONG(CalledObjects.LONG * Double.BYTES, 0) {
        @Override
        void lead(CalledObjects objects) {
            objects.put(CalledObjects.LONG);
        }
    };

    private final int bytes;
    private final int mrpc;

    RemoteCall(int bytes, int mrpc) {
        this.bytes = bytes;
        this.mrpc = mrpc;
    }

    /** Makes the call, or sends the message, at rank 0. */
    abstract void lead(CalledObjects objects) throws Exception;

    /** Answers the message at rank 1; does nothing for a call. */
    void follow(CalledObjects objects) throws Exception {}

    /** Does it once at rank 0, and checks its effect. */
    void verify(CalledObjects objects) throws Exception {
        objects.verify(this, this::lead);
    }

    /** Returns the length of the arguments, or of what is copied. */
    int bytes() {
        return bytes;
    }

    /** Returns the time in the paper in µs; 0 if it has none. */
    int mrpc() {
        return mrpc;
    }

    /** Returns the message with which it is compared. */
    RemoteCall message() {
        return bytes == SEND_LONG.bytes ? SEND_LONG : SEND_RECV;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

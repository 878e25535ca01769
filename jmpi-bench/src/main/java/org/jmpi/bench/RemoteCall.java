package org.jmpi.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A call, or a message and its answer, that {@link Rpc} times. */
enum RemoteCall {
    /** An empty message and an empty answer, by Send and Recv. */
    SEND_RECV(Way.MESSAGE, 0, 0),
    /** A simple method without arguments and result. */
    SIMPLE(Way.CALL, 0, 67) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().simple();
        }
    },
    /** The same on a thread of its own. */
    THREADED(Way.CALL, 0, 87) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().threaded();
        }
    },
    /** The same, one at a time. */
    ATOMIC(Way.CALL, 0, 88) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().atomic();
        }
    },
    /** An int. */
    ONE_WORD(Way.CALL, 4, 94) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().one(1);
        }
    },
    /** Two ints. */
    TWO_WORDS(Way.CALL, 8, 95) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().two(1, 2);
        }
    },
    /** A double of the other rank: GP 2-Word R/W. */
    READ(Way.GET, 8, 92),
    /** The same to the other rank. */
    WRITE(Way.PUT, 8, 92),
    /** 20 doubles: BulkRead 40-Word. */
    BULK_READ(Way.GET, 160, 177),
    /** The same to the other rank: BulkWrite 40-Word. */
    BULK_WRITE(Way.PUT, 160, 154),
    /** A method without arguments by Java RMI alone. */
    RMI(Way.RMI, 0, 0) {
        @Override
        void lead(CalledObjects objects, CallRow row) throws Exception {
            objects.rmi().nothing();
        }
    },
    /** A procedure without arguments by ONC RPC. */
    ONC_RPC(Way.ONC_RPC, 0, 0),
    /** An int by ONC RPC. */
    ONC_WORD(Way.ONC_RPC, 4, 0),
    /** Two ints by ONC RPC. */
    ONC_WORDS(Way.ONC_RPC, 8, 0),
    /** 160 bytes by ONC RPC. */
    ONC_BULK(Way.ONC_RPC, 160, 0),
    /** 1 MiB by Send and Recv, and an empty answer. */
    SEND_LONG(Way.MESSAGE, CallRow.LONGEST, 0),
    /** 1 MiB from the other rank's array. */
    GET_LONG(Way.GET, CallRow.LONGEST, 0),
    /** 1 MiB to the other rank's array. */
    PUT_LONG(Way.PUT, CallRow.LONGEST, 0),
    /** 1 MiB by ONC RPC. */
    ONC_LONG(Way.ONC_RPC, CallRow.LONGEST, 0),

    /** A message of any length, and an empty answer. */
    SEND(Way.MESSAGE),
    /** An array of bytes, the argument of a simple method. */
    BYTES(Way.CALL) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().takeBytes(row.byteArray());
        }
    },
    /** An array of doubles, the argument of a simple method. */
    DOUBLES(Way.CALL) {
        @Override
        void lead(CalledObjects objects, CallRow row) {
            objects.target().takeDoubles(row.doubleArray());
        }
    },
    /** Any number of doubles to the other rank's array. */
    PUT(Way.PUT),
    /** An array of bytes, the argument of a method by Java RMI alone. */
    RMI_BYTES(Way.RMI) {
        @Override
        void lead(CalledObjects objects, CallRow row) throws Exception {
            objects.rmi().takeBytes(row.byteArray());
        }
    },
    /** An array of doubles, the argument of a method by Java RMI alone. */
    RMI_DOUBLES(Way.RMI) {
        @Override
        void lead(CalledObjects objects, CallRow row) throws Exception {
            objects.rmi().takeDoubles(row.doubleArray());
        }
    },
    /** An array of bytes by ONC RPC. */
    ONC_BYTES(Way.ONC_RPC);

    /** How something comes to rank 1. */
    enum Way {
        MESSAGE,
        CALL,
        GET,
        PUT,
        RMI,
        ONC_RPC
    }

    private static final int ANY = -1;

    private final Way way;
    private final int bytes;
    private final int mrpc;

    RemoteCall(Way way) {
        this(way, ANY, 0);
    }

    RemoteCall(Way way, int bytes, int mrpc) {
        this.way = way;
        this.bytes = bytes;
        this.mrpc = mrpc;
    }

    /**
     * Returns what can be timed.
     *
     * @param sized whether the user has chosen lengths
     * @param peers whether ONC RPC is there
     */
    static List<RemoteCall> all(boolean sized, boolean peers) {
        return Arrays.stream(values())
                .filter(call -> call.isSized() == sized && (peers || call.way != Way.ONC_RPC))
                .toList();
    }

    /** Makes the call, or sends the message, at rank 0. */
    void lead(CalledObjects objects, CallRow row) throws Exception {
        switch (way) {
            case MESSAGE -> {
                objects.send(row.elements());
                objects.receive(0);
            }
            case GET -> objects.get(row.elements());
            case PUT -> objects.put(row.elements());
            default -> throw new IllegalStateException(this + " has no call");
        }
    }

    /** Answers the message at rank 1; does nothing for a call. */
    void follow(CalledObjects objects, int bytes) {
        if (way != Way.MESSAGE) return;
        objects.receive(bytes / Double.BYTES);
        objects.send(0);
    }

    /** Returns the time in ns in which rank 0 does it so many times. */
    long time(CalledObjects objects, CallRow row, long times) throws Exception {
        if (way == Way.ONC_RPC) return objects.oncRpc().nanos(row, times);
        long start = System.nanoTime();
        for (long i = 0; i < times; i++) lead(objects, row);
        return System.nanoTime() - start;
    }

    Way way() {
        return way;
    }

    /** Returns whether the user chooses the length. */
    boolean isSized() {
        return bytes == ANY;
    }

    /** Returns the length of the arguments, or of what is copied, unless the user chooses it. */
    int bytes() {
        return bytes;
    }

    /** Returns the time in the paper in µs; 0 if it has none. */
    int mrpc() {
        return mrpc;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

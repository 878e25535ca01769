package org.jmpi.comm.error;

/** The error classes of MPI-4.1 section 9.4 that this library raises, with the standard's order of the MPI-1 classes. */
public enum ErrorClass {
    SUCCESS("no error"),
    BUFFER("invalid buffer"),
    COUNT("invalid count"),
    TYPE("invalid datatype"),
    TAG("invalid tag"),
    COMM("invalid communicator"),
    RANK("invalid rank"),
    REQUEST("invalid request"),
    ROOT("invalid root"),
    GROUP("invalid group"),
    OP("invalid operation"),
    TOPOLOGY("invalid topology"),
    DIMS("invalid dimensions"),
    ARG("invalid argument"),
    UNKNOWN("unknown error"),
    TRUNCATE("message truncated on receive"),
    OTHER("error outside the classes of the standard"),
    INTERN("internal error"),
    PENDING("pending request"),
    IN_STATUS("error code in status");

    private final String meaning;

    ErrorClass(String meaning) {
        this.meaning = meaning;
    }

    /** Returns what the class stands for, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Returns the constant that programs compare with, {@code MPI.ERR_...}: 0 for {@link #SUCCESS}. */
    public int code() {
        return ordinal();
    }
}

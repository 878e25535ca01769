package org.jmpi.comm.error;

/** The error classes of MPI-4.1 section 9.4 that this library raises, in the standard's order of the MPI-1 classes. */
public enum ErrorClass {
    /** No error. */
    SUCCESS("no error"),
    /** A buffer that is null or has a row that is null; an attached buffer that is missing or has no room. */
    BUFFER("invalid buffer"),
    /** A count that is negative, or more than the array holds. */
    COUNT("invalid count"),
    /** A datatype that is null, freed or not committed, or that is not the one of the array or the message. */
    TYPE("invalid datatype"),
    /** A tag out of range. */
    TAG("invalid tag"),
    /** A communicator that is null, has been freed, or is not of the kind that the call needs. */
    COMM("invalid communicator"),
    /** A rank that the communicator does not have. */
    RANK("invalid rank"),
    /** A request that the call cannot be used for. */
    REQUEST("invalid request"),
    /** A root that the communicator does not have. */
    ROOT("invalid root"),
    /** A group that is null or does not fit the call. */
    GROUP("invalid group"),
    /** An operator that is null, or not defined for the datatype. */
    OP("invalid operation"),
    /** A topology that the communicator does not have, or that does not fit it. */
    TOPOLOGY("invalid topology"),
    /** Dimensions that do not fit the call. */
    DIMS("invalid dimensions"),
    /** Another argument that is not valid. */
    ARG("invalid argument"),
    /** An error that is not known. */
    UNKNOWN("unknown error"),
    /** A message that is longer than its receive. */
    TRUNCATE("message truncated on receive"),
    /** A failure of no other class, such as a peer that has ended. */
    OTHER("error outside the classes of the standard"),
    /** A fault of the library itself. */
    INTERN("internal error"),
    /** A request that is neither complete nor failed. */
    PENDING("pending request"),
    /** Several requests, of which one at least has failed. */
    IN_STATUS("error code in status"),
    /** A process that has failed; the name is that of MPI's User-Level Failure Mitigation. */
    PROC_FAILED("process failed"),
    /** A receive from any source that is not complete and still can be, though one of the sources has failed. */
    PROC_FAILED_PENDING("pending request, one of whose sources has failed");

    private final String meaning;

    ErrorClass(String meaning) {
        this.meaning = meaning;
    }

    /** {@return the meaning of the class, in a few words} */
    public String meaning() {
        return meaning;
    }

    /** {@return the constant that programs compare with, {@code MPI.ERR_...}: 0 for {@link #SUCCESS}} */
    public int code() {
        return ordinal();
    }
}

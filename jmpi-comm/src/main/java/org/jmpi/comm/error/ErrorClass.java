package org.jmpi.comm.error;

/**
 * The error classes of MPI-4.1 section 9.4 and of User-Level Failure Mitigation: those of MPI-1 first, in the
 * standard's order.
 */
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
    PROC_FAILED_PENDING("pending request, one of whose sources has failed"),
    /** A file that this process may not open so. */
    ACCESS("permission denied"),
    /** An access mode that has flags which exclude each other. */
    AMODE("invalid access mode"),
    /** An assertion that the call does not have. */
    ASSERT("invalid assertion"),
    /** A file name that is not valid. */
    BAD_FILE("invalid file name"),
    /** Memory that the library did not allocate. */
    BASE("invalid base of memory"),
    /** A conversion function of a data representation that failed. */
    CONVERSION("error in a data conversion"),
    /** A displacement or a displacement unit that is not valid. */
    DISP("invalid displacement"),
    /** A data representation of that name is registered. */
    DUP_DATAREP("data representation is defined already"),
    /** A file that is null or closed. */
    FILE("invalid file"),
    /** A file that must not exist. */
    FILE_EXISTS("file exists"),
    /** A file that some process has open. */
    FILE_IN_USE("file is in use"),
    /** An info object that has been freed. */
    INFO("invalid info object"),
    /** A key that is null, empty or too long. */
    INFO_KEY("invalid key of an info object"),
    /** A key that is not set. */
    INFO_NOKEY("key is not set"),
    /** A value that is null or too long. */
    INFO_VALUE("invalid value of an info object"),
    /** Input or output that failed. */
    IO("input or output failed"),
    /** A key that was not created for the kind of object, or has been freed. */
    KEYVAL("invalid key of an attribute"),
    /** A lock that is neither shared nor exclusive. */
    LOCKTYPE("invalid lock type"),
    /** A service name that is not published. */
    NAME("service name is not published"),
    /** Memory that could not be allocated. */
    NO_MEM("out of memory"),
    /** A disk without space. */
    NO_SPACE("not enough space"),
    /** A file that does not exist. */
    NO_SUCH_FILE("no such file"),
    /** A collective call whose arguments differ among the processes. */
    NOT_SAME("arguments differ among the processes"),
    /** A port name that is not valid, or at which no process listens. */
    PORT("invalid port"),
    /** A quota that is used up. */
    QUOTA("quota exceeded"),
    /** A file that can only be read. */
    READ_ONLY("file or file system is read-only"),
    /** Memory that can't be attached to a window. */
    RMA_ATTACH("memory can't be attached"),
    /** Accesses to a window that conflict. */
    RMA_CONFLICT("conflicting accesses to a window"),
    /** A window of a kind that the call is not for. */
    RMA_FLAVOR("wrong flavor of a window"),
    /** A target that is not, or not whole, in the window. */
    RMA_RANGE("target memory is outside of the window"),
    /** Memory that some process can't reach. */
    RMA_SHARED("memory can't be shared"),
    /** A call that the epochs of the window do not allow. */
    RMA_SYNC("wrong synchronization of accesses to a window"),
    /** A service name that is taken, or that another process has published. */
    SERVICE("service name can't be published"),
    /** A session that is null or finalized. */
    SESSION("invalid session"),
    /** A size that is negative or too large. */
    SIZE("invalid size"),
    /** Processes that could not be started. */
    SPAWN("processes could not be started"),
    /** A data representation that is not registered. */
    UNSUPPORTED_DATAREP("unsupported data representation"),
    /** An operation that the file does not support. */
    UNSUPPORTED_OPERATION("unsupported operation"),
    /** A value that the type of the result can't hold. */
    VALUE_TOO_LARGE("value does not fit"),
    /** A window that is null or has been freed. */
    WIN("invalid window"),
    /** A process that has called Abort. */
    PROC_ABORTED("process aborted"),
    /** An error handler that has been freed, or is for another kind of object. */
    ERRHANDLER("invalid error handler"),
    /** A communicator or window that has been revoked; the name is that of MPI's User-Level Failure Mitigation. */
    REVOKED("communicator revoked");

    /** The class of the largest code. */
    public static final ErrorClass LAST = REVOKED;

    private final String meaning;

    ErrorClass(String meaning) {
        this.meaning = meaning;
    }

    /** {@return the meaning of the class, in a few words} */
    public String meaning() {
        return meaning;
    }

    /**
     * {@return the class of a code}
     *
     * @param code from {@link #code}
     * @throws CommException of class ARG if there is none
     */
    public static ErrorClass of(int code) {
        if (code < 0 || code > LAST.code()) throw new CommException(ARG, "no error class has this code: " + code);
        return values()[code];
    }

    /** {@return the constant that programs compare with, {@code MPI.ERR_...}: 0 for {@link #SUCCESS}} */
    public int code() {
        return ordinal();
    }
}

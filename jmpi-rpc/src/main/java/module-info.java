/** Typed remote objects on ranks, beside the messages of MPI. */
module org.jmpi.rpc {
    requires transitive org.jmpi.typed;

    exports org.jmpi.rpc;
}

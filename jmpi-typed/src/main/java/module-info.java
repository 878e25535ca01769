/** Typed calls, on the core alone: no binding is needed. */
@SuppressWarnings("module") // the modules that the inner package is open to are compiled later
module org.jmpi.typed {
    requires transitive org.jmpi.comm;

    uses org.jmpi.comm.communicator.Dialect;

    exports org.jmpi;
    exports org.jmpi.world to
            org.jmpi.api,
            org.jmpi.dsm,
            org.jmpi.junit,
            org.jmpi.pvm,
            org.jmpi.rpc;
}

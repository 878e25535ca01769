/** Everything MPI that is not a user-visible name, and the transport SPI. */
@SuppressWarnings("module") // the modules that the inner packages are open to are compiled later
module org.jmpi.comm {
    // For an agent that a wrapped JVM loads: an image that is linked of a program has to have it.
    requires java.instrument;
    // For observers that a setting asks for.
    requires static java.management;
    requires static jdk.jfr;

    uses org.jmpi.comm.datatype.ObjectCodecProvider;
    uses org.jmpi.comm.frame.Layer;
    uses org.jmpi.comm.transport.TransportProvider;
    uses org.jmpi.comm.wireup.LauncherProvider;
    uses org.jmpi.comm.wireup.WireUpProvider;

    // For layers beside the messages of MPI.
    exports org.jmpi.comm.frame;

    // For transports and codecs.
    exports org.jmpi.comm.error;
    exports org.jmpi.comm.config;
    exports org.jmpi.comm.trust;
    exports org.jmpi.comm.transport;
    exports org.jmpi.comm.datatype;

    // For the server of MXBeans, and its clients.
    exports org.jmpi.comm.observe to
            java.management,
            org.jmpi.run;

    // For process managers, whose providers come with JMPI.
    exports org.jmpi.comm.wireup to
            org.jmpi.run,
            org.jmpi.spark,
            org.jmpi.wireup;

    // For bindings and launchers.
    exports org.jmpi.comm.operation to
            org.jmpi.api,
            org.jmpi.dsm,
            org.jmpi.pvm,
            org.jmpi.rpc,
            org.jmpi.typed;
    exports org.jmpi.comm.events to
            org.jmpi.api,
            org.jmpi.rpc;
    exports org.jmpi.comm.progress to
            org.jmpi.api,
            org.jmpi.dsm,
            org.jmpi.pvm,
            org.jmpi.rpc;
    exports org.jmpi.comm.schedule to
            org.jmpi.api,
            org.jmpi.dsm;
    exports org.jmpi.comm.op to
            org.jmpi.api,
            org.jmpi.typed;
    exports org.jmpi.comm.coll to
            org.jmpi.api,
            org.jmpi.dsm;
    exports org.jmpi.comm.object to
            org.jmpi.api,
            org.jmpi.pvm,
            org.jmpi.rpc,
            org.jmpi.typed;
    exports org.jmpi.comm.communicator to
            org.jmpi.api,
            org.jmpi.dsm,
            org.jmpi.pvm,
            org.jmpi.rpc,
            org.jmpi.typed;
    exports org.jmpi.comm.window to
            org.jmpi.api,
            org.jmpi.dsm,
            org.jmpi.typed;
    exports org.jmpi.comm.report to
            org.jmpi.run,
            org.jmpi.typed;
    exports org.jmpi.comm.control to
            org.jmpi.pvm,
            org.jmpi.run,
            org.jmpi.typed,
            org.jmpi.wireup;
    exports org.jmpi.comm.dynamic to
            org.jmpi.api,
            org.jmpi.pvm,
            org.jmpi.run,
            org.jmpi.wireup;
    exports org.jmpi.comm.session to
            org.jmpi.api,
            org.jmpi.dsm,
            org.jmpi.junit,
            org.jmpi.pvm,
            org.jmpi.rpc,
            org.jmpi.run,
            org.jmpi.typed,
            java.instrument;
}

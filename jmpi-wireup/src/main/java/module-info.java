/** The wire-up of processes that a process manager has started. */
module org.jmpi.wireup {
    requires org.jmpi.comm;
    // For the options of this JVM, which those of spawned processes are.
    requires java.management;
    // For the file descriptor of PMI.
    requires jdk.unsupported;

    provides org.jmpi.comm.wireup.WireUpProvider with
            org.jmpi.wireup.Pmi1Provider,
            org.jmpi.wireup.PmixProvider,
            org.jmpi.wireup.SlurmProvider,
            org.jmpi.wireup.OpenMpiProvider,
            org.jmpi.wireup.KubernetesProvider;
}

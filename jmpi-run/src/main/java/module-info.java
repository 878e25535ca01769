/** The launcher, jmpirun. */
@SuppressWarnings("module") // org.jmpi.junit is compiled later
module org.jmpi.run {
    requires java.compiler;
    requires static jdk.compiler;
    requires static jdk.httpserver;
    requires static jdk.jshell;
    requires transitive org.jmpi.comm;
    requires org.jmpi.tls;
    requires info.picocli;

    uses org.jmpi.comm.datatype.ObjectCodecProvider;
    uses org.jmpi.comm.transport.TransportProvider;
    uses org.jmpi.run.launcher.Launcher;

    exports org.jmpi.run.job;
    exports org.jmpi.run.threads to
            org.jmpi.junit;

    provides org.jmpi.run.launcher.Launcher with
            org.jmpi.run.launcher.SrunLauncher,
            org.jmpi.run.launcher.SshLauncher;
}

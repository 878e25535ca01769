/** JPVM's package on JMPI's engine. */
module org.jmpi.pvm {
    requires org.jmpi.comm;
    requires org.jmpi.typed;

    exports jpvm;

    provides org.jmpi.comm.frame.Layer with
            org.jmpi.pvm.TaskLayer;
}

/** JPVM's package on JMPI's engine. */
module org.jmpi.pvm {
    requires org.jmpi.comm;
    requires org.jmpi.typed;

    exports jpvm;
}

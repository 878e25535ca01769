module org.jmpi.examples.counting {
    requires org.jmpi;
    requires org.jmpi.comm;

    provides org.jmpi.comm.frame.Layer with
            counting.Counting;
}

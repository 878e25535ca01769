/** Sample programs and benchmarks. The driver draws charts by XChart, which is no module: it runs from a class path. */
module org.jmpi.bench {
    requires java.desktop;
    requires java.management;
    requires org.jmpi.api;
    requires org.jmpi.jobs;
}

/** Reports of recorded jobs. */
module org.jmpi.report {
    requires jdk.jfr;
    // For the command alone.
    requires static info.picocli;

    exports org.jmpi.report;

    opens org.jmpi.report to
            info.picocli;
}

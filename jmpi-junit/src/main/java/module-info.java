/** JUnit tests on several ranks. */
module org.jmpi.junit {
    requires transitive org.jmpi.typed;
    requires org.jmpi.comm;
    requires org.jmpi.run;
    requires transitive org.junit.jupiter.api;
    requires org.junit.platform.launcher;
    requires java.management;

    exports org.jmpi.junit;

    opens org.jmpi.junit to
            org.junit.platform.commons;
}

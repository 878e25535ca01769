package org.jmpi.run;

/** The text that {@code --version} prints. */
final class Version {
    private Version() {}

    /** Returns the version of JMPI. */
    static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    static String text() {
        return "jmpirun (JMPI) " + number() + System.lineSeparator() + "Java " + System.getProperty("java.version")
                + " at " + System.getProperty("java.home");
    }
}

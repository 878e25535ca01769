package org.jmpi.run.system;

/** The text that {@code --version} prints. */
public final class Version {
    private Version() {}

    /** Returns the version of JMPI. */
    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    public static String text() {
        return "jmpirun (JMPI) " + number() + System.lineSeparator() + "Java " + System.getProperty("java.version")
                + " at " + System.getProperty("java.home");
    }
}

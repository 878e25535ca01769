package org.jmpi.run;

/** What {@code --version} prints. */
final class Version {
    private Version() {}

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "jmpirun (JMPI) " + (version == null ? "development" : version) + System.lineSeparator() + "Java "
                + System.getProperty("java.version") + " at " + System.getProperty("java.home");
    }
}

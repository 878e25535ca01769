package org.jmpi.run;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "jmpirun (JMPI) " + (version == null ? "development" : version),
            "Java " + System.getProperty("java.version") + " at " + System.getProperty("java.home")
        };
    }
}

package org.jmpi.bench.jobs;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where code has been loaded from. */
public final class CodePlace {
    private CodePlace() {}

    /** Returns the folder or jar of a class, as an entry of a class path. */
    public static String of(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no path to the code of " + type, e);
        }
    }
}

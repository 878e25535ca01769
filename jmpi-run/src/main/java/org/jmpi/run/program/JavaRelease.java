package org.jmpi.run.program;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.jmpi.run.system.CommandPath;

/**
 * The Java that runs a program, as far as its class files depend on it.
 *
 * @param java the executable
 * @param feature its feature release; 0 if that is unknown
 * @param preview whether preview features are enabled
 */
public record JavaRelease(String java, int feature, boolean preview) {
    public static final String ENABLE_PREVIEW = "--enable-preview";

    private static final int HERE = Runtime.version().feature();

    // A class file begins with a magic number and its version, minor and major (JVMS section 4.1).
    private static final int MINOR = 4;
    private static final int MAJOR = 6;
    private static final int CODE = 8;
    private static final int OF_PREVIEW = 0xffff;
    private static final int MAJOR_OF_JAVA_0 = 44;

    /** Reads the release of an executable on this host. */
    public static JavaRelease of(String java, boolean preview) {
        return new JavaRelease(java, java.equals(Program.Java.HERE) ? HERE : feature(java), preview);
    }

    public static JavaRelease unknown(String java) {
        return new JavaRelease(java, 0, false);
    }

    /** A JDK or a runtime image says it in its file {@code release}. */
    private static int feature(String java) {
        try {
            Optional<Path> file = Path.of(java).getNameCount() > 1
                    ? Optional.of(Path.of(java))
                    : CommandPath.ofSystem().find(java);
            if (file.isEmpty()) return 0;
            Path release = file.get().toRealPath().resolveSibling("../release");
            Properties settings = new Properties();
            try (Reader in = Files.newBufferedReader(release)) {
                settings.load(in);
            }
            String version = settings.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Runtime.Version.parse(version).feature();
        } catch (IOException | IllegalArgumentException e) {
            // A script that starts a JVM, or one of another kind.
            return 0;
        }
    }

    public boolean isKnown() {
        return feature > 0;
    }

    /** Returns whether it has the same classes as the JVM that runs jmpirun. */
    boolean isHere() {
        return feature == HERE;
    }

    public JavaRelease withPreview(boolean enabled) {
        return new JavaRelease(java, feature, preview || enabled);
    }

    /**
     * Returns a class file of the same class that the JVM which runs jmpirun can load, to be looked at and not to be
     * run.
     *
     * @throws UnsupportedClassVersionError if this Java could not load the class; the message says why
     */
    public byte[] loadable(String name, byte[] bytes) {
        if (bytes.length < CODE) return bytes;
        ByteBuffer file = ByteBuffer.wrap(bytes.clone());
        int of = file.getShort(MAJOR) - MAJOR_OF_JAVA_0;
        boolean previews = (file.getShort(MINOR) & 0xffff) == OF_PREVIEW;
        String self = java.equals(Program.Java.HERE) ? "this one" : java;
        if (of > feature)
            throw new UnsupportedClassVersionError(
                    "it was compiled for a newer Java than " + self + " (" + feature + "): " + name + " needs " + of);
        if (previews && of < feature)
            throw new UnsupportedClassVersionError(name + " uses preview features of Java " + of + ", which " + self
                    + " (" + feature + ") has no more: compile it for that");
        if (previews && !preview)
            throw new UnsupportedClassVersionError(
                    name + " uses preview features of Java " + of + ": give jmpirun the option " + ENABLE_PREVIEW);
        if (previews) file.putShort(MINOR, (short) 0);
        if (of > HERE) file.putShort(MAJOR, (short) (HERE + MAJOR_OF_JAVA_0));
        return file.array();
    }
}

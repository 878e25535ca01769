package org.jmpi.run.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jmpi.run.system.BadInputException;

/**
 * A jar given by {@code -jar}, as what its manifest says: JMPI's own jars must be on the class path too, which
 * {@code java -jar} does not allow.
 *
 * @param jvmOptions what the manifest asks of a JVM that is started with {@code -jar}
 */
public record ProgramJar(Path jar, String mainClass, List<String> jvmOptions) {

    private static final Attributes.Name LAUNCHER_AGENT = new Attributes.Name("Launcher-Agent-Class");
    private static final String SUFFIX = ".jar";

    /** Returns whether a word of a command line names a jar. */
    public static boolean is(String word) {
        return word.endsWith(SUFFIX) && Files.isRegularFile(Path.of(word));
    }

    /** @throws BadInputException if it is not a jar that can be read, or names no main class */
    public static ProgramJar read(String name) {
        Path jar = Path.of(name).toAbsolutePath().normalize();
        if (!Files.exists(jar)) throw new BadInputException("no such jar: " + name);
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            String mainClass = attributes.getValue(Attributes.Name.MAIN_CLASS);
            if (attributes.containsKey(LAUNCHER_AGENT))
                throw new BadInputException("the jar " + name + " starts an agent (" + LAUNCHER_AGENT
                        + " in its manifest), which jmpirun cannot: name it by -javaagent");
            if (mainClass == null) throw new BadInputException("no Main-Class in the manifest of the jar " + name);
            return new ProgramJar(jar, mainClass.trim(), jvmOptions(attributes));
        } catch (IOException e) {
            throw new BadInputException("cannot read the jar " + name + ": " + e.getMessage(), e);
        }
    }

    private static List<String> jvmOptions(Attributes attributes) {
        List<String> options = new ArrayList<>();
        for (String which : List.of("Exports", "Opens")) {
            String packages = attributes.getValue("Add-" + which);
            if (packages == null) continue;
            String option = "--add-" + which.toLowerCase(Locale.ROOT) + "=";
            for (String name : packages.trim().split("\\s+")) options.add(option + name + "=ALL-UNNAMED");
        }
        if (attributes.getValue("Enable-Native-Access") != null) options.add("--enable-native-access=ALL-UNNAMED");
        return options;
    }
}

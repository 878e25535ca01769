package org.jmpi.run.agent;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.run.launcher.Preload;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.Version;

/**
 * The jar that {@code --preload} copies to other hosts: the classes of an agent, and the class path of the ranks, which
 * the agent unpacks beside it.
 *
 * @param preload the jar, and where it is copied to
 * @param entries of the class path: jars and folders
 */
public record PreloadBundle(Preload preload, List<Path> entries) {
    /** The beginning of the folders on other hosts. */
    private static final String BASE = "/tmp/jmpi-";

    /** The folder of the class path in the jar: one folder with a number for each of its entries. */
    private static final String FILES = "files/";

    /** May stand before and after a path in a word or a variable. */
    private static final String BOUNDARY = "[:=,\"'\\s]";

    /**
     * Makes the jar.
     *
     * @param job the name of the job
     * @param entries of the class path: jars and folders
     * @throws BadInputException if it cannot be written
     */
    public static PreloadBundle make(Installation installation, String job, List<Path> entries) {
        try {
            FileChannel jar = openTemporary();
            PreloadBundle bundle = new PreloadBundle(new Preload(jar, BASE + job + "-"), entries);
            bundle.write(installation.agent());
            return bundle;
        } catch (IOException e) {
            throw new BadInputException("--preload: cannot pack the class path: " + e, e);
        }
    }

    /** Opens a file that the system removes with this process, however that ends. */
    private static FileChannel openTemporary() throws IOException {
        Path file = Files.createTempFile("jmpirun-", ".jar");
        return FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /** Removes the jar on this host. */
    public void close() {
        SocketCarrier.hangUp(preload.bundle());
    }

    /** Returns a text with the paths of the class path's entries replaced by those in a folder of another host. */
    public String relocate(String text, String folder) {
        String relocated = text;
        for (int i = 0; i < entries.size(); i++) {
            String expression =
                    "(?<=^|" + BOUNDARY + ")" + Pattern.quote(entries.get(i).toString()) + "(?=$|" + BOUNDARY + ")";
            relocated = relocated.replaceAll(expression, Matcher.quoteReplacement(folder + "/" + place(i)));
        }
        return relocated;
    }

    private String place(int entry) {
        Path path = entries.get(entry);
        return FILES + entry + (Files.isDirectory(path) ? "" : "/" + path.getFileName());
    }

    private void write(List<Path> ofAgent) throws IOException {
        Manifest manifest = manifest(ofAgent);
        // Not closed: that would remove the file.
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(preload.bundle()));
        JarOutputStream jar = new JarOutputStream(out, manifest);
        jar.setLevel(Deflater.BEST_SPEED);
        Set<String> written = new HashSet<>(Set.of(JarFile.MANIFEST_NAME, "module-info.class"));
        for (Path part : ofAgent) addClasses(jar, part, written);
        for (int i = 0; i < entries.size(); i++) {
            if (Files.isDirectory(entries.get(i))) addFolder(jar, entries.get(i), place(i) + "/", written);
            else addFile(jar, entries.get(i), place(i));
        }
        jar.finish();
        jar.flush();
    }

    private static Manifest manifest(List<Path> jars) throws IOException {
        Manifest all = new Manifest();
        all.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        for (Path path : jars) {
            if (Files.isDirectory(path)) continue;
            try (JarFile jar = new JarFile(path.toFile())) {
                if (jar.getManifest() != null)
                    all.getMainAttributes().putAll(jar.getManifest().getMainAttributes());
            }
        }
        // The agent there compares it with the version here, which classes outside of a jar do not have.
        all.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, Version.number());
        return all;
    }

    private static void addClasses(JarOutputStream jar, Path from, Set<String> written) throws IOException {
        if (Files.isDirectory(from)) {
            addFolder(jar, from, "", written);
            return;
        }
        try (JarFile classes = new JarFile(from.toFile())) {
            for (Enumeration<JarEntry> all = classes.entries(); all.hasMoreElements(); ) {
                JarEntry entry = all.nextElement();
                if (entry.isDirectory() || !written.add(entry.getName())) continue;
                try (InputStream in = classes.getInputStream(entry)) {
                    add(jar, in, entry.getName());
                }
            }
        }
    }

    private static void addFolder(JarOutputStream jar, Path folder, String to, Set<String> written) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path each : files) {
            String name = to + folder.relativize(each).toString().replace('\\', '/');
            if (written.add(name)) addFile(jar, each, name);
        }
    }

    private static void addFile(JarOutputStream jar, Path from, String name) throws IOException {
        try (InputStream in = Files.newInputStream(from)) {
            add(jar, in, name);
        }
    }

    private static void add(JarOutputStream jar, InputStream in, String name) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        in.transferTo(jar);
        jar.closeEntry();
    }

    /** Returns the jar that this agent runs from, if it has been copied to this host; null if not. */
    static Path own() {
        Path jar = Installation.placeOf(Agent.class);
        return jar.endsWith(Preload.JAR) ? jar : null;
    }

    /** Returns the jar that this agent runs from, open, if it has been copied to this host; null if not. */
    static FileChannel openOwn() throws IOException {
        Path own = own();
        return own == null ? null : FileChannel.open(own);
    }

    /** Unpacks the class path beside the jar that has been copied to this host; returns why that fails, or nothing. */
    static String unpackOwn() {
        Path own = own();
        if (own == null) return "";
        Path folder = own.getParent();
        try (JarFile jar = new JarFile(own.toFile())) {
            List<JarEntry> files = jar.stream()
                    .filter(entry -> entry.getName().startsWith(FILES))
                    .toList();
            for (JarEntry entry : files)
                unpack(jar, entry, folder.resolve(entry.getName()).normalize(), folder);
            return "";
        } catch (IOException e) {
            return "cannot unpack the class path to " + folder + " there: " + e.getMessage();
        }
    }

    private static void unpack(JarFile jar, JarEntry entry, Path to, Path folder) throws IOException {
        if (!to.startsWith(folder)) throw new IOException("no path in the folder: " + entry.getName());
        Files.createDirectories(to.getParent());
        try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, to);
        }
    }
}

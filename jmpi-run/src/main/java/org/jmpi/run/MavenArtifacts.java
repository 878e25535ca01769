package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The jars of Maven artifacts and of all that these depend on. The command {@code mvn} finds them, by the user's own
 * settings, mirrors and local repository. A list of released versions is kept for the next job.
 */
final class MavenArtifacts {
    /** Group, artifact, and optionally a version, a classifier and a type. */
    private static final Pattern COORDINATES =
            Pattern.compile("([\\w.-]+):([\\w.-]+)(?::([\\w.,()\\[\\]-]+))?(?::([\\w.-]+))?(?:@([\\w.-]+))?");

    private static final Pattern REPOSITORY = Pattern.compile("(?:([\\w.-]+)=)?((?:https?|file):[^\\s<>&\"']+)");
    private static final Pattern CHANGING = Pattern.compile("SNAPSHOT<|LATEST<|RELEASE<|[\\[(].*</version>");
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";

    private final String pom;

    private MavenArtifacts(String pom) {
        this.pom = pom;
    }

    /**
     * Finds the jars.
     *
     * @param dependencies {@code group:artifact:version} each, perhaps with {@code :classifier} and {@code @type};
     *     type {@code pom} is a list of versions for the others
     * @param repositories besides Maven's usual ones: {@code name=URL} or URL each
     * @param cache the folder of the kept lists; null for none
     * @throws BadInputException if one is malformed, or Maven does not find it
     */
    static List<Path> resolve(List<String> dependencies, List<String> repositories, Path cache) {
        if (dependencies.isEmpty()) return List.of();
        MavenArtifacts artifacts = new MavenArtifacts(pom(dependencies, repositories));
        String names = String.join(" ", dependencies);
        try {
            boolean keeps = cache != null && !CHANGING.matcher(artifacts.pom).find();
            return keeps ? artifacts.kept(cache, names) : artifacts.ask(names);
        } catch (IOException e) {
            throw new BadInputException("//DEPS " + names + ": cannot ask Maven: " + e.getMessage(), e);
        }
    }

    static String pom(List<String> dependencies, List<String> repositories) {
        StringBuilder managed = new StringBuilder();
        StringBuilder direct = new StringBuilder();
        for (String dependency : dependencies) {
            Matcher matcher = COORDINATES.matcher(dependency);
            if (!matcher.matches())
                throw new BadInputException("//DEPS " + dependency + ": not of the form GROUP:ARTIFACT:VERSION");
            boolean list = "pom".equals(matcher.group(5));
            (list ? managed : direct).append(dependency(matcher, list));
        }
        return "<project><modelVersion>4.0.0</modelVersion><groupId>script</groupId><artifactId>script</artifactId>"
                + "<version>1</version>" + repositories(repositories)
                + "<dependencyManagement><dependencies>" + managed + "</dependencies></dependencyManagement>"
                + "<dependencies>" + direct + "</dependencies></project>";
    }

    private static String dependency(Matcher coordinates, boolean list) {
        return "<dependency>" + element("groupId", coordinates.group(1)) + element("artifactId", coordinates.group(2))
                + element("version", coordinates.group(3)) + element("classifier", coordinates.group(4))
                + element("type", coordinates.group(5)) + element("scope", list ? "import" : null) + "</dependency>";
    }

    private static String element(String name, String value) {
        return value == null ? "" : "<" + name + ">" + value + "</" + name + ">";
    }

    private static String repositories(List<String> repositories) {
        StringBuilder text = new StringBuilder("<repositories>");
        for (String repository : repositories) {
            if (repository.matches("(maven)?central")) continue;
            Matcher matcher = REPOSITORY.matcher(repository);
            if (!matcher.matches()) throw new BadInputException("//REPOS " + repository + ": not of the form NAME=URL");
            String id = matcher.group(1) == null ? "r" + text.length() : matcher.group(1);
            text.append("<repository>").append(element("id", id)).append(element("url", matcher.group(2)));
            text.append("</repository>");
        }
        return text + "</repositories>";
    }

    /** Returns the folder of the user's kept lists; null if the user switches caches off. */
    static Path cache() {
        String chosen = System.getenv("JMPI_CACHE");
        if (chosen != null) return chosen.startsWith(File.separator) ? Path.of(chosen, "artifacts") : null;
        String caches = System.getenv("XDG_CACHE_HOME");
        Path folder = caches == null || caches.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(caches);
        return folder.resolve("jmpi").resolve("artifacts");
    }

    private List<Path> kept(Path cache, String names) throws IOException {
        Path list = cache.resolve(hash());
        Optional<List<Path>> known = read(list);
        if (known.isPresent()) return known.get();
        List<Path> jars = ask(names);
        keep(jars, list);
        return jars;
    }

    private String hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(pom.getBytes(StandardCharsets.UTF_8)), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** A list of another user's could bring any classes; one whose jars have been removed is of no use. */
    private static Optional<List<Path>> read(Path list) throws IOException {
        if (!Files.isRegularFile(list) || !isOwn(list)) return Optional.empty();
        List<Path> jars = jars(Files.readString(list));
        return jars.stream().allMatch(Files::isRegularFile) ? Optional.of(jars) : Optional.empty();
    }

    private static boolean isOwn(Path file) throws IOException {
        Path made = Files.createTempFile("jmpirun-owner", null);
        try {
            return Files.getOwner(file).equals(Files.getOwner(made));
        } finally {
            Files.delete(made);
        }
    }

    /** A folder that cannot be written keeps no list. */
    private static void keep(List<Path> jars, Path list) {
        try {
            Files.createDirectories(list.getParent());
            Path made = Files.createTempFile(list.getParent(), "list", null);
            Files.writeString(made, ClassPath.of(jars).toString());
            Files.move(made, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            System.err.println("jmpirun: cannot keep the answer of Maven in " + list.getParent() + ": " + e);
        }
    }

    private List<Path> ask(String names) throws IOException {
        Path mvn = mvn().orElseThrow(() -> new BadInputException("//DEPS " + names
                + ": no command mvn on the PATH to find them: install Maven, or leave the line out and use -cp"));
        Path folder = Files.createTempDirectory("jmpirun-maven-");
        try {
            return ask(mvn, folder, names);
        } finally {
            for (String file : List.of("pom.xml", "jars", "said")) Files.deleteIfExists(folder.resolve(file));
            Files.delete(folder);
        }
    }

    private static Optional<Path> mvn() {
        CommandPath commands = CommandPath.ofSystem();
        return Stream.of("mvn", "mvn.cmd")
                .flatMap(name -> commands.find(name).stream())
                .filter(file -> File.separatorChar == '/' || file.toString().endsWith(".cmd"))
                .findFirst();
    }

    private List<Path> ask(Path mvn, Path folder, String names) throws IOException {
        Path file = Files.writeString(folder.resolve("pom.xml"), pom);
        Path jars = folder.resolve("jars");
        File said = folder.resolve("said").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                        mvn.toString(), "-q", "-B", "-ntp", "-f", file.toString(), PLUGIN, "-Dmdep.outputFile=" + jars)
                .redirectErrorStream(true)
                .redirectOutput(said);
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            if (process.waitFor() == 0) return jars(Files.readString(jars));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
        System.err.println(mistakes(Files.readString(said.toPath())));
        throw new BadInputException("//DEPS " + names + ": Maven does not find all of them, see above");
    }

    /** Returns what Maven has said, without its hints how to run it again. */
    static String mistakes(String said) {
        return said.replaceAll("\u001B\\[[\\d;]*m", "")
                .replaceFirst("(?s)\\[ERROR]\\s*\\R.*", "")
                .replaceAll(" -> \\[Help \\d+]", "")
                .strip();
    }

    private static List<Path> jars(String text) {
        return ClassPath.read(text.strip()).entries();
    }
}

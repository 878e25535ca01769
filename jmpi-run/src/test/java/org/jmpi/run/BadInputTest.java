package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be started: one line that names the value, exit code 2, nothing started. */
class BadInputTest {
    private static final String MAIN = RankProgram.class.getName();

    @TempDir
    private Path folder;

    /** Returns the one line. */
    private static String refusal(String... args) {
        PrintStream original = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try {
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            code = Jmpirun.run(InputStream.nullInputStream(), failures -> {}, args);
        } finally {
            System.setErr(original);
        }
        String text = err.toString(StandardCharsets.UTF_8);
        assertEquals(2, code, text);
        assertEquals(1, text.lines().count(), text);
        assertTrue(text.startsWith("jmpirun: "), text);
        assertEquals(List.of(), ProcessHandle.current().children().toList());
        return text.strip().substring("jmpirun: ".length());
    }

    private static String refusalOfProgram(String... options) {
        List<String> args = new ArrayList<>(Arrays.asList(options));
        args.addAll(List.of("-cp", Launch.testClasses(), MAIN));
        return refusal(args.toArray(new String[0]));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-np 0 | -np 0: at least 1 rank is needed",
                "-np -1 | -np -1: at least 1 rank is needed",
                "-n2 hello | unknown option: -n2; did you mean -n 2?",
                "4 Hello.java | no program 4: ",
                "-np 2147483647 | -np 2147483647: a program has at most 1000000 ranks",
                "-np 1000001 hello | -np 1000001: a program has at most 1000000 ranks",
                "-np four | Invalid value for option '--np': 'four' is not an int",
                "-np 1 -n 2 | option '--np' (N) should be specified only once",
                "--no-such-option | unknown option: --no-such-option; see jmpirun --help",
                "-z | unknown option: -z; see jmpirun --help",
                "--stdin 2 -np 2 | --stdin 2: neither 'all' nor 'none' nor a rank from 0 to 1",
                "--stdin some | --stdin some: neither 'all' nor 'none' nor a rank from 0 to ",
                "--timeout 0 | --timeout 0.0: not a number of seconds above 0",
                "--timeout soon | Invalid value for option '--timeout': 'soon' is not a double",
                "--port 0 | --port 0: not a port from 1 to 65535",
                "--port 65536 | --port 65536: not a port from 1 to 65535",
                "--transport pigeon | no transport pigeon: there are threads",
                "--serial-allow maxdepth=x | --serial-allow maxdepth=x: not a pattern of classes: ",
                "--serial-allow a.B -Djmpi.object.filter=c.* | --serial-allow and -Djmpi.object.filter: use one of "
                        + "them",
                "--oversubscribe-limit 0 | --oversubscribe-limit 0: neither a number from 1 on nor 'none'",
                "-np 100000 | -np 100000: 100000 JVMs ",
                "-np 100000 --transport threads | -np 100000: 1 JVM of 100000 rank threads ",
                "-np 2 --bind-to none -XX:StartFlightRecording=filename=a.jfr | "
                        + "-XX:StartFlightRecording=filename=a.jfr: 2 JVMs",
                "--object-codec pigeon | no object codec pigeon: there are java, kryo",
                "-x JMPI_OBJECT_CODEC=pigeon | no object codec pigeon: there are java, kryo",
                "-np 4 --threads-per-process 0 | --threads-per-process 0: at least 1 rank is in a process",
                "-np 4 --transport threads --threads-per-process 2 | --threads-per-process 2: with --transport threads",
                "--bind-to socket | --bind-to socket: neither 'core' nor 'none'",
                "-wdir /no/such/folder | -wdir /no/such/folder: no such folder",
                "-x NO_SUCH_VARIABLE | -x NO_SUCH_VARIABLE: not set in the environment of jmpirun",
                "-x =x | -x =x: no name before '='",
                "--output-dir /dev/null | --output-dir /dev/null: cannot make the folder: /dev/null: "
                        + "file already exists"
            })
    void options(String options, String message) {
        String line = refusalOfProgram(options.split(" "));
        assertTrue(line.startsWith(message), line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no.such.Program | no program no.such.Program: not a class in the class path ",
                "./no-such-command | no program ./no-such-command: not a class in the class path ",
                "-cp . no.such.Main | no class no.such.Main in the class path /",
                "java -cp . no.such.Main | no class no.such.Main in the class path /",
                "-cp no-such.jar Main | no such class path entry: no-such.jar",
                "java -cp no-such.jar Main | no such class path entry: no-such.jar",
                "-jar no-such.jar | no such jar: no-such.jar",
                "java -jar no-such.jar | no such jar: no-such.jar",
                "/no/such/java Main | no command /no/such/java that can be executed",
                "-Xmx10m sh -c true | JVM option -Xmx10m given, but sh is not a Java program",
                "--transport threads sh -c true | --transport threads runs Java programs only, not sh -c true",
                "-np 4 --threads-per-process 2 sh -c true | --threads-per-process 2 runs Java programs only, not sh "
                        + "-c true",
                "--mpj-args sh -c true | --mpj-args: sh is not a Java program",
                "-cp no-such-folder/* Main | cannot read the folder no-such-folder",
                "java -cp | java: no value after -cp",
                "-jar | Missing required parameter for option '-jar' (JAR)",
                "--add-opens | Missing required parameter for option '--add-opens'",
                "no-such.jar | no such jar: no-such.jar",
                "NoSuch.java | no such source file: NoSuch.java",
                "-m | Missing required parameter for option '-m' (MODULE[/CLASS])",
                "-m no.such.module | no module no.such.module in the module path",
                "--module=no.such.module x | no module no.such.module in the module path",
                "-p no-such-folder -m some | no such module path entry: /",
                "-m org.jmpi.comm | the module org.jmpi.comm has no main class of its own: use -m org.jmpi.comm/CLASS",
                "-m org.jmpi.comm/No | no class No in the module org.jmpi.comm",
                "java -m org.jmpi.comm/No | no class No in the module org.jmpi.comm",
                "-np | Missing required parameter for option '--np' (N)",
                "-np 1 hello : hello | no -np for hello: if there are several programs, each needs its number of ranks",
                "-np 1 hello : -np 0 hello | -np 0: at least 1 rank is needed",
                "-np 1 hello : -np 2 no-such-program | no program no-such-program: not a class",
                "-np 1 --transport threads hello : -np 1 true | --transport threads runs Java programs only, not ",
                "-H localhost:1 --nooversubscribe -np 2 hello | -np 2: the hosts take 1 ranks at most: start fewer",
                "-H localhost:2 -N 2 -np 3 hello | -np 3 with 2 ranks per host needs 2 hosts; there is 1",
                "-H a.invalid --launcher local -np 1 hello | --launcher local: a.invalid is another host: use ssh"
            })
    void programsAndHosts(String args, String message) {
        String line = refusal(args.split(" "));
        assertTrue(line.startsWith(message), line);
    }

    @Test
    void noProgramAtAll() {
        assertTrue(refusal("-np", "2").startsWith("no program given: "));
    }

    @Test
    void aClassWithoutMain() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String name = BadInputTest.class.getName();
        String expected = "cannot run class " + name + ": it has no method "
                + (Runtime.version().feature() < 25
                        ? "public static void main(String[])"
                        : "void main(String[]) or void main() that is not private");
        assertEquals(expected, refusal("-cp", Launch.testClasses(), name));
        assertEquals(expected, refusal("--transport", "threads", java, "-cp", Launch.testClasses(), name));
    }

    @Test
    void aClassForANewerJava() throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of(Launch.testClasses(), MAIN.replace('.', '/') + ".class"));
        // Bytes 6 and 7 of a class file are its version.
        bytes[6] = 0;
        bytes[7] = (byte) 250;
        Path target = folder.resolve(MAIN.replace('.', '/') + ".class");
        Files.createDirectories(target.getParent());
        Files.write(target, bytes);
        String line = refusal("-cp", folder.toString(), MAIN);
        assertTrue(
                line.startsWith("cannot run class " + MAIN + ": it was compiled for a newer Java than this one ("),
                line);
    }

    @Test
    void aClassWhoseSuperclassIsMissing() throws Exception {
        String name = Child.class.getName().replace('.', '/') + ".class";
        Path target = folder.resolve(name);
        Files.createDirectories(target.getParent());
        Files.copy(Path.of(Launch.testClasses(), name), target);
        Path ofJmpi = Path.of(Jmpirun.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String old = System.getProperty("java.class.path");
        try {
            System.setProperty("java.class.path", ofJmpi.toString());
            assertEquals(
                    "cannot run class " + Child.class.getName() + ": class not found: " + Parent.class.getName(),
                    refusal("-cp", folder.toString(), Child.class.getName()));
        } finally {
            System.setProperty("java.class.path", old);
        }
    }

    /** What {@link Child} needs. */
    public static class Parent {}

    /** A class that needs another one. */
    public static final class Child extends Parent {
        public static void main(String[] args) {}
    }

    @Test
    void aFileThatIsNoJar() throws Exception {
        Path file = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertTrue(refusal("-jar", file.toString()).startsWith("cannot read the jar " + file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x A=1", "-wdir /", "-Xmx1g"})
    void programsThatDoNotFitIntoOneJvm(String options) {
        String message = options.split(" ")[0] + " for " + MAIN
                + " alone: with --transport threads the programs share one JVM: give";
        String program = "-cp " + Launch.testClasses() + " " + MAIN;
        String line =
                refusal(("--transport threads -np 1 " + program + " : -np 1 " + options + " " + program).split(" "));
        assertTrue(line.startsWith(message), line);
    }

    @Test
    void aBusyPort() throws Exception {
        try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = busy.getLocalPort();
            assertTrue(refusalOfProgram("--port", "" + port).startsWith("cannot listen on port " + port + ": "));
        }
    }

    @Test
    void anOutputFileThatCannotBeWritten() throws Exception {
        Files.createDirectory(folder.resolve("rank-0.out"));
        String line = refusalOfProgram("--output-dir", folder.toString(), "-np", "1");
        assertTrue(line.startsWith("--output-dir: cannot write " + folder.resolve("rank-0.out")), line);
    }

    @Test
    void linksOfOthersAreNotFollowed() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a link away");
        Path target = folder.resolve("target");
        Path own = Files.createSymbolicLink(folder.resolve("rank-0.out"), target);
        Path link = Files.createSymbolicLink(folder.resolve("rank-0.err"), target);
        UserPrincipal nobody =
                link.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.getFileAttributeView(link, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setOwner(nobody);
        assertEquals(
                "--output-dir: cannot write " + link + ": it is a link of nobody: remove it, or name another folder",
                refusalOfProgram("--output-dir", folder.toString(), "-np", "1"));
        assertTrue(Files.exists(target), "a link of one's own is followed: " + own);
    }

    @Test
    void aToolThatIsNotInstalled() {
        String line = refusal("suite", "--jobs", "1");
        assertTrue(line.startsWith("suite is not installed: no class org.jmpi.ibm.Suite in "), line);
    }
}

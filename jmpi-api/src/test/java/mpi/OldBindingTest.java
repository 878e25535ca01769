package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import mpi.SignatureTable.Member;
import mpi.SignatureTable.Type;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs run that were compiled against MPJ Express. Its classes are stubs here, made from {@code mpj-express.txt}:
 * only the compiler needs them.
 */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class OldBindingTest {
    private static final String PROGRAM = """
            import java.nio.ByteBuffer;
            import mpi.*;

            public class Program {
                public static String detach() {
                    MPI.Buffer_attach(ByteBuffer.allocate(10000));
                    MPI.COMM_WORLD.Bsend(new int[1], 0, 1, MPI.INT, MPI.COMM_WORLD.Rank(), 1);
                    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.COMM_WORLD.Rank(), 1);
                    MPI.Buffer_detach();
                    return "detached";
                }

                public static String attributes() {
                    Object limit = MPI.COMM_WORLD.Attr_get(MPI.TAG_UB);
                    Comm duplicate = (Comm) MPI.COMM_WORLD.clone();
                    Object host = duplicate.Attr_get(MPI.HOST);
                    return limit + " " + host + " " + MPI.COMM_SELF.Attr_get(12345);
                }

                public static String finalizers() throws Exception {
                    Datatype pair = Datatype.Contiguous(2, MPI.INT);
                    pair.Commit();
                    Request request = MPI.COMM_WORLD.Irecv(new int[2], 0, 1, pair, MPI.PROC_NULL, 1);
                    Status status = request.Wait();
                    request.finalize();
                    pair.finalize();
                    MPI.COMM_WORLD.Group().finalize();
                    new Op(new User_function() {
                        public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {}
                    }, true).finalize();
                    status.free();
                    return "index " + status.index + ", count " + status.count + ", " + MPI.NUM_OF_PROCESSORS;
                }
            }
            """;

    @TempDir
    static Path folder;

    @BeforeAll
    static void compile() throws IOException {
        Path stubs = Files.createDirectory(folder.resolve("stubs"));
        List<String> sources = new ArrayList<>();
        for (Type type : SignatureTable.read("mpj-express.txt").types())
            sources.add(write(stubs.resolve(type.name() + ".java"), stub(type)));
        Path classes = Files.createDirectory(folder.resolve("stub-classes"));
        javac(classes, "", sources);
        Path program = Files.createDirectory(folder.resolve("program"));
        javac(program, classes.toString(), List.of(write(folder.resolve("Program.java"), PROGRAM)));
    }

    private static String write(Path file, String text) throws IOException {
        return Files.writeString(file, text).toString();
    }

    private static void javac(Path target, String classPath, List<String> sources) {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none"));
        arguments.addAll(List.of("-d", target.toString(), "-cp", classPath + File.pathSeparator));
        arguments.addAll(sources);
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
    }

    private static String stub(Type type) {
        String parent = type.parent() == null ? "" : " extends " + type.parent();
        if (type.name().equals("MPIException")) parent = " extends RuntimeException";
        // The listing has these in a superclass.
        String fields = type.name().equals("Status") ? "public int index, source, tag, count;\n" : "";
        String constructor =
                type.members().stream().anyMatch(member -> member.type() == null) ? "" : type.name() + "() {}\n";
        return "package mpi;\npublic " + (type.isAbstract() ? "abstract " : "") + "class " + type.name() + parent
                + " {\n"
                + fields + constructor
                + type.members().stream().map(OldBindingTest::stub).collect(Collectors.joining())
                + "}\n";
    }

    private static String stub(Member member) {
        String line = member.line().replace(" final ", " ");
        if (member.isField() || member.isAbstract()) return line + "\n";
        return line.substring(0, line.length() - 1) + " { " + (member.type() == null ? "" : "throw null;") + " }\n";
    }

    private static String run(String method) throws Exception {
        URL[] places = {folder.resolve("program").toUri().toURL()};
        List<String> results = new ArrayList<>();
        try (URLClassLoader loader = new URLClassLoader(places, MPI.class.getClassLoader())) {
            Class<?> program = loader.loadClass("Program");
            Jmpi.run(1, () -> results.add((String) program.getMethod(method).invoke(null)));
        }
        return results.get(0);
    }

    @Test
    void bufferDetachReturnsNothingThere() throws Exception {
        assertEquals("detached", run("detach"));
    }

    @Test
    void attrGetReturnsAnObjectThere() throws Exception {
        assertEquals(Integer.MAX_VALUE + " " + MPI.PROC_NULL + " null", run("attributes"));
    }

    /** Other classes have a field of class Comm, and this one's is of class Intracomm. */
    @Test
    void theRankAloneIsACommunicatorOfAnyClassThere() throws Exception {
        List<Object> fields = new ArrayList<>();
        for (Field field : MPI.class.getDeclaredFields())
            if (field.getName().equals("COMM_SELF")) fields.addAll(List.of(field.getType(), field.get(null)));
        assertEquals(List.of(Intracomm.class, MPI.COMM_SELF, Comm.class, MPI.COMM_SELF), fields);
        assertEquals(Intracomm.class, MPI.class.getField("COMM_SELF").getType());
    }

    @Test
    void finalizeIsPublicThere() throws Exception {
        assertTrue(run("finalizers").startsWith("index -1, count 0, "));
    }

    /** An object whose class has a finalizer that does something costs the collector far more than another. */
    @Test
    void noObjectIsToBeFinalized() throws Exception {
        String place = Path.of(MPI.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        for (Class<?> type : List.of(Freeable.class, Request.class)) {
            StringWriter code = new StringWriter();
            PrintWriter out = new PrintWriter(code);
            java.util.spi.ToolProvider.findFirst("javap")
                    .orElseThrow()
                    .run(out, out, "-c", "-cp", place, type.getName());
            assertTrue(
                    Pattern.compile("void finalize\\(\\)[^;]*;\\s+Code:\\s+0: return")
                            .matcher(code.toString())
                            .find(),
                    code.toString());
        }
    }
}

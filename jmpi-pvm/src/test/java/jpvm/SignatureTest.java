package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The public names of JPVM, each with its types and the exception that it throws, marked by "!". */
class SignatureTest {
    private static final List<String> PRIMITIVES =
            List.of("byte", "char", "short", "int", "long", "float", "double", "jpvmTaskId");

    private static final String ENVIRONMENT = """
            jpvmEnvironment()!
            jpvmEnvironment(String)!
            jpvmEnvironment(boolean)!
            jpvmEnvironment(boolean,String)!
            static jpvmTaskId PvmNoParent
            jpvmTaskId pvm_mytid()
            jpvmTaskId pvm_parent()
            int pvm_spawn(String,int,jpvmTaskId[])!
            void pvm_send(jpvmBuffer,jpvmTaskId,int)!
            void pvm_mcast(jpvmBuffer,jpvmTaskId[],int,int)!
            jpvmMessage pvm_recv()!
            jpvmMessage pvm_recv(int)!
            jpvmMessage pvm_recv(jpvmTaskId)!
            jpvmMessage pvm_recv(jpvmTaskId,int)!
            jpvmMessage pvm_nrecv()!
            jpvmMessage pvm_nrecv(int)!
            jpvmMessage pvm_nrecv(jpvmTaskId)!
            jpvmMessage pvm_nrecv(jpvmTaskId,int)!
            boolean pvm_probe()!
            boolean pvm_probe(int)!
            boolean pvm_probe(jpvmTaskId)!
            boolean pvm_probe(jpvmTaskId,int)!
            void pvm_exit()!
            jpvmConfiguration pvm_config()
            jpvmTaskStatus pvm_tasks(jpvmConfiguration,int)
            void pvm_halt()!
            void pvm_addhosts(int,String[],jpvmTaskId[])!
            String pvm_daemon_file_name()!
            """;

    private static final String MESSAGE = """
            jpvmMessage()
            jpvmMessage(jpvmBuffer,jpvmTaskId,jpvmTaskId,int)
            jpvmMessage(jpvmRecvConnection)!
            int messageTag
            jpvmTaskId sourceTid
            jpvmTaskId destTid
            jpvmBuffer buffer
            void send(jpvmSendConnection)!
            void recv(jpvmRecvConnection)!
            """;

    private static final String TASK_ID = """
            jpvmTaskId()
            jpvmTaskId(int)
            jpvmTaskId(String,int)
            String getHost()
            int getPort()
            String toString()
            boolean equals(jpvmTaskId)
            boolean equals(Object)
            int hashCode()
            void send(DataOutputStream)!
            void recv(DataInputStream)!
            """;

    private static final String STATUS = """
            jpvmTaskStatus()
            String hostName
            int numTasks
            String[] taskNames
            jpvmTaskId[] taskTids
            """;

    private static final String CONFIGURATION = """
            jpvmConfiguration()
            jpvmConfiguration(int)
            int numHosts
            String[] hostNames
            jpvmTaskId[] hostDaemonTids
            """;

    private static final String EXCEPTION = """
            jpvmException()
            jpvmException(String)
            String toString()
            """;

    /** Returns the public members of a class, sorted, one a line. */
    private static String members(Class<?> type) {
        Stream<String> fields = Arrays.stream(type.getDeclaredFields())
                .filter(each -> isPublic(each.getModifiers()))
                .map(SignatureTest::text);
        Stream<String> constructors = Arrays.stream(type.getDeclaredConstructors())
                .filter(each -> isPublic(each.getModifiers()))
                .map(each -> type.getSimpleName() + text(each));
        Stream<String> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(each -> isPublic(each.getModifiers()))
                .map(each -> each.getReturnType().getSimpleName() + " " + each.getName() + text(each));
        return sorted(Stream.of(fields, constructors, methods).flatMap(each -> each));
    }

    private static String sorted(Stream<String> lines) {
        return String.join("\n", lines.collect(Collectors.toCollection(TreeSet::new)));
    }

    private static boolean isPublic(int modifiers) {
        return Modifier.isPublic(modifiers);
    }

    private static String text(Field field) {
        return (Modifier.isStatic(field.getModifiers()) ? "static " : "")
                + field.getType().getSimpleName() + " " + field.getName();
    }

    private static String text(Executable call) {
        return Arrays.stream(call.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"))
                + (List.of(call.getExceptionTypes()).contains(jpvmException.class) ? "!" : "");
    }

    private static void expect(String expected, Class<?> type) {
        assertEquals(sorted(expected.lines()), members(type));
    }

    @Test
    void classesHaveJpvmsMembersAndNoOthers() {
        expect(ENVIRONMENT, jpvmEnvironment.class);
        expect(MESSAGE, jpvmMessage.class);
        expect(TASK_ID, jpvmTaskId.class);
        expect(STATUS, jpvmTaskStatus.class);
        expect(CONFIGURATION, jpvmConfiguration.class);
        expect(EXCEPTION, jpvmException.class);
        expect("jpvmDaemon()\nvoid main(String[])", jpvmDaemon.class);
        expect("void main(String[])", jpvmConsole.class);
    }

    @Test
    void aBufferPacksAndUnpacksEachType() {
        StringBuilder expected =
                new StringBuilder("jpvmBuffer()\nvoid rewind()\nvoid pack(String)\nString upkstr()!\n");
        for (String type : PRIMITIVES) {
            String name = type.equals("jpvmTaskId") ? "upktid" : "upk" + type;
            expected.append("void pack(" + type + ")\nvoid pack(" + type + "[],int,int)\n")
                    .append("void unpack(" + type + "[],int,int)!\n" + type + " " + name + "()!\n");
        }
        expect(expected.toString(), jpvmBuffer.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jpvmDataType Null=0 Byte=1 Char=2 Short=3 Integer=4 Long=5 Float=6 Double=7 String=8 Tid=9",
                "jpvmDaemonMessageTag dPingRequest=1 dPingReply=2 dRegisterTask=3 dSpawnTask=4 dCreateTask=5"
                        + " dCreatedTask=6 dDeleteTask=7 dTaskStatus=8 dAddHost=9 dAddHostBcast=10 dDeleteHost=11"
                        + " dDeleteHostBcast=12 dHostStatus=13 dHostHalt=14 dHalt=15 dRegisterChild=16",
            })
    void constantsHaveJpvmsNumbers(String line) throws ReflectiveOperationException {
        String[] words = line.split(" ");
        Class<?> type = Class.forName("jpvm." + words[0]);
        for (String each : Arrays.copyOfRange(words, 1, words.length)) {
            String[] parts = each.split("=");
            assertEquals(
                    Integer.parseInt(parts[1]), type.getField("jpvm" + parts[0]).getInt(null), each);
        }
        assertEquals(words.length - 1, type.getFields().length);
    }

    @Test
    void classesHaveJpvmsKinds() throws ReflectiveOperationException {
        assertSame(Throwable.class, jpvmException.class.getSuperclass());
        assertTrue(Serializable.class.isAssignableFrom(jpvmTaskId.class));
        assertNull(jpvmEnvironment.PvmNoParent);
        for (String name : List.of("pvm_send", "pvm_mcast"))
            for (Method each : jpvmEnvironment.class.getDeclaredMethods())
                if (each.getName().equals(name)) assertTrue(Modifier.isSynchronized(each.getModifiers()), name);
        for (Constructor<?> each : jpvmEnvironment.class.getConstructors()) assertFalse(each.isVarArgs());
        assertEquals("jpvm error: no host", new jpvmException("no host").toString());
    }
}

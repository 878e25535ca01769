package org.jmpi.wireup;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.LaunchEnvironment;

/**
 * A client of PMIx (version 2 of the standard and newer), through the library that the process manager has brought. The
 * memory of its structures:
 *
 * <pre>
 * pmix_proc_t                                pmix_value_t
 * 0                        256      260      0        2         8
 * +------------------------+--------+        +--------+---------+------------------+
 * | name of the job, and 0 | rank   |        | type   |         | number, or text  |
 * |                        | uint32 |        | uint16 |         | at this pointer  |
 * +------------------------+--------+        +--------+---------+------------------+
 *
 * pmix_app_t: all but maxprocs are pointers or sizes     pmix_info_t
 * 0      8       16     24     32        40      48      0        512      520
 * +------+-------+------+------+----------+------+------+ +--------+-------+--------------+
 * | cmd  | argv  | env  | cwd  | maxprocs | info | ninfo| | key    | flags | pmix_value_t |
 * +------+-------+------+------+----------+------+------+ +--------+-------+--------------+
 * </pre>
 */
final class PmixClient implements KeyValueSpace {
    private static final String LIBRARY = "libpmix.so.2";
    private static final int PROC_BYTES = 260;
    private static final int RANK_OFFSET = 256;
    private static final int WILDCARD_RANK = -2;
    private static final int VALUE_BYTES = 64;
    private static final int DATA_OFFSET = 8;
    private static final int APP_BYTES = 56;
    private static final int INFO_BYTES = 552;
    private static final int INFO_VALUE_OFFSET = 520;
    private static final short STRING = 3;
    private static final byte GLOBAL = 3;
    private static final String JOB_SIZE = "pmix.job.size";
    private static final String LOCAL_SIZE = "pmix.local.size";

    /** Of the library, which has no limit of its own. */
    private static final int LONGEST_VALUE = 1 << 18;

    private final Foreign library;
    private final Foreign.Function get;
    private final ByteBuffer self = Foreign.allocate(PROC_BYTES);
    private final int rank;
    private final int size;
    private final boolean allLocal;

    PmixClient() throws IOException {
        library = new Foreign(LIBRARY);
        get = library.function("PMIx_Get");
        request("PMIx_Init", Foreign.address(self));
        rank = self.getInt(RANK_OFFSET);
        size = number(JOB_SIZE);
        allLocal = number(LOCAL_SIZE) == size;
    }

    private int number(String key) throws IOException {
        return value(WILDCARD_RANK, key).getInt(DATA_OFFSET);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String job() {
        byte[] bytes = new byte[RANK_OFFSET];
        self.get(0, bytes);
        String name = new String(bytes, StandardCharsets.UTF_8);
        return name.substring(0, name.indexOf(0));
    }

    @Override
    public boolean allLocal() {
        return allLocal;
    }

    @Override
    public int longestValue() {
        return LONGEST_VALUE;
    }

    @Override
    public void put(String key, String value) throws IOException {
        ByteBuffer name = Foreign.text(key);
        ByteBuffer text = Foreign.text(value);
        ByteBuffer structure = Foreign.allocate(VALUE_BYTES);
        structure.putShort(0, STRING).putLong(DATA_OFFSET, Foreign.address(text));
        request("PMIx_Put", GLOBAL, Foreign.address(name), Foreign.address(structure));
        keep(name, text, structure);
    }

    @Override
    public void fence() throws IOException {
        request("PMIx_Commit");
        request("PMIx_Fence");
    }

    @Override
    public String get(int from, String key) throws IOException {
        ByteBuffer value = value(from, key);
        if (value.getShort(0) != STRING) throw new IOException("the value " + key + " of rank " + from + " is no text");
        return Foreign.textAt(value.getLong(DATA_OFFSET));
    }

    private ByteBuffer value(int from, String key) throws IOException {
        ByteBuffer proc =
                Foreign.allocate(PROC_BYTES).put(self.duplicate().rewind()).rewind();
        proc.order(self.order()).putInt(RANK_OFFSET, from);
        ByteBuffer name = Foreign.text(key);
        ByteBuffer pointer = Foreign.allocate(Long.BYTES);
        long status = get.call(Foreign.address(proc), Foreign.address(name), 0, 0, Foreign.address(pointer));
        keep(proc, name, pointer);
        check("PMIx_Get of " + key, (int) status);
        return Foreign.at(pointer.getLong(0), VALUE_BYTES);
    }

    @Override
    public String spawn(List<Command> commands, Map<String, String> variables) throws IOException {
        List<ByteBuffer> memory = new ArrayList<>();
        ByteBuffer apps = Foreign.allocate(APP_BYTES * commands.size());
        for (int i = 0; i < commands.size(); i++) {
            Command command = commands.get(i);
            List<String> environment = new ArrayList<>(List.of(LaunchEnvironment.APPNUM + "=" + i));
            variables.forEach((name, value) -> environment.add(name + "=" + value));
            apps.putLong(texts(command.words().subList(0, 1), memory).getLong(0))
                    .putLong(Foreign.address(texts(command.words(), memory)))
                    .putLong(Foreign.address(texts(environment, memory)))
                    .putLong(texts(List.of(folder(command)), memory).getLong(0))
                    .putInt(command.processes())
                    .putInt(0);
            putHosts(apps, command.hints(), memory);
        }
        ByteBuffer name = Foreign.allocate(RANK_OFFSET);
        // A JVM has more threads than one core takes.
        long unbound = info("pmix.bindto", "none", memory);
        long status = library.function("PMIx_Spawn")
                .call(unbound, 1, Foreign.address(apps.rewind()), commands.size(), Foreign.address(name));
        keep(apps, name);
        keep(memory.toArray(ByteBuffer[]::new));
        return (int) status == 0 ? null : refusal("PMIx_Spawn", (int) status);
    }

    private static String folder(Command command) {
        return Path.of(command.hints().getOrDefault("wdir", ""))
                .toAbsolutePath()
                .toString();
    }

    private static void putHosts(ByteBuffer apps, Map<String, String> hints, List<ByteBuffer> memory)
            throws IOException {
        String key = hints.containsKey("host") ? "host" : "hostfile";
        boolean isGiven = hints.containsKey(key);
        apps.putLong(isGiven ? info("pmix." + key, hints.get(key), memory) : 0).putLong(isGiven ? 1 : 0);
    }

    /** Returns the address of a pmix_info_t. */
    private static long info(String key, String value, List<ByteBuffer> memory) throws IOException {
        ByteBuffer info = Foreign.allocate(INFO_BYTES);
        info.put(0, key.getBytes(StandardCharsets.UTF_8));
        info.putShort(INFO_VALUE_OFFSET, STRING);
        info.putLong(
                INFO_VALUE_OFFSET + DATA_OFFSET, texts(List.of(value), memory).getLong(0));
        memory.add(info);
        return Foreign.address(info);
    }

    /** Returns the addresses of texts, and zero behind them. */
    private static ByteBuffer texts(List<String> texts, List<ByteBuffer> memory) throws IOException {
        ByteBuffer addresses = Foreign.allocate((texts.size() + 1) * Long.BYTES);
        for (int i = 0; i < texts.size(); i++) {
            ByteBuffer text = Foreign.text(texts.get(i));
            addresses.putLong(i * Long.BYTES, Foreign.address(text));
            memory.add(text);
        }
        memory.add(addresses);
        return addresses;
    }

    /** The environment of spawned processes has them. */
    @Override
    public Map<String, String> variables() {
        return Map.of();
    }

    @Override
    public void abort(int code, String message) throws IOException {
        ByteBuffer text = Foreign.text(message);
        request("PMIx_Abort", code, Foreign.address(text));
        keep(text);
    }

    @Override
    public void disconnect() {
        // The library ends no call that waits.
    }

    @Override
    public void close() throws IOException {
        request("PMIx_Finalize");
    }

    private void request(String function, long... arguments) throws IOException {
        check(function, (int) library.function(function).call(arguments));
    }

    private void check(String function, int status) throws IOException {
        if (status != 0) throw new IOException(refusal(function, status));
    }

    private String refusal(String function, int status) throws IOException {
        String text = Foreign.textAt(library.function("PMIx_Error_string").call(status));
        return function + ": " + text + " (" + status + ")";
    }

    /** Keeps memory until a native function has returned. */
    private static void keep(ByteBuffer... memory) {
        for (ByteBuffer buffer : memory) Reference.reachabilityFence(buffer);
    }
}

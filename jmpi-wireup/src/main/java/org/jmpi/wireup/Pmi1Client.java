package org.jmpi.wireup;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jmpi.comm.control.LaunchEnvironment;
import org.jmpi.comm.dynamic.DynamicProcesses;

/**
 * A client of PMI-1, the interface of MPICH's process managers, which Slurm's plug-in pmi2 serves as well. A request
 * and its answer are one line each, of {@code name=value} separated by spaces, in any order:
 *
 * <pre>
 * cmd=init pmi_version=1 pmi_subversion=1     cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1
 * cmd=get_maxes                               cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
 * cmd=get_my_kvsname                          cmd=my_kvsname kvsname=K
 * cmd=put kvsname=K key=... value=...         cmd=put_result rc=0
 * cmd=barrier_in                              cmd=barrier_out
 * cmd=get kvsname=K key=...                   cmd=get_result rc=0 value=...
 * cmd=finalize                                cmd=finalize_ack
 * cmd=abort exitcode=N                        none: the process manager ends the job
 * </pre>
 *
 * <p>The order to start a job has many lines, one such block for each of its commands. The new processes find the
 * values in their own key-value space:
 *
 * <pre>
 * mcmd=spawn                                  after the last block:
 * nprocs=N, execname=..., totspawns=BLOCKS    cmd=spawn_result rc=0
 * spawnssofar=BLOCK, arg1=..., argcnt=N
 * preput_num=N, preput_key_0=..., preput_val_0=...
 * info_num=N, info_key_0=..., info_val_0=...
 * endcmd
 * </pre>
 *
 * By a port the process manager first sends the rank and the size:
 *
 * <pre>
 * cmd=initack pmiid=ID                        cmd=initack, cmd=set size=N, cmd=set rank=R, cmd=set debug=0
 * </pre>
 */
final class Pmi1Client implements KeyValueSpace {
    private static final int LONGEST_LINE = 1 << 16;
    private static final int SETTINGS = 3;

    /** Slurm reads a request into 1024 bytes. */
    private static final int LONGEST_REQUEST = 1023;

    /** Of a request with a key and a value, beside the name of the key-value space and the value. */
    private static final int OTHER_CHARACTERS = 80;

    private static final int LEAST_VALUE = 32;

    /** Of one node, the first one: the ranks per node may be any number. */
    private static final Pattern ONE_NODE = Pattern.compile("\\(vector(,\\(0,1,\\d+\\))+\\)");

    /** The values of spawned processes; others have none of them. */
    private static final List<String> SPAWNED =
            List.of(DynamicProcesses.PARENT, DynamicProcesses.PARENT_KEY, LaunchEnvironment.ERROR_HANDLER);

    private final InputStream in;
    private final OutputStream out;
    private final Closeable connection;
    private int rank;
    private int size;
    private String kvs;
    private int longestValue;
    private boolean allLocal;

    private Pmi1Client(InputStream in, OutputStream out, Closeable connection) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.connection = connection;
    }

    /** Begins to speak by an inherited descriptor. */
    static Pmi1Client inherited(InputStream in, OutputStream out, int rank, int size) throws IOException {
        Pmi1Client client = new Pmi1Client(in, out, in);
        client.rank = rank;
        client.size = size;
        client.init();
        return client;
    }

    /**
     * Begins to speak by a connection to the process manager's port.
     *
     * @param id by which the process manager knows this process
     * @param connection what to close at the end
     */
    static Pmi1Client connected(InputStream in, OutputStream out, String id, Closeable connection) throws IOException {
        Pmi1Client client = new Pmi1Client(in, out, connection);
        client.request("initack", " pmiid=" + id, "initack");
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < SETTINGS; i++) settings.putAll(client.answer("set"));
        client.size = Variables.parse("the size", settings.getOrDefault("size", ""), 1, Integer.MAX_VALUE);
        client.rank = Variables.parse("the rank", settings.getOrDefault("rank", ""), 0, client.size - 1);
        client.init();
        return client;
    }

    private void init() throws IOException {
        request("init", " pmi_version=1 pmi_subversion=1", "response_to_init");
        Map<String, String> maxes = request("get_maxes", "", "maxes");
        int most = Variables.parse("vallen_max", maxes.getOrDefault("vallen_max", ""), 64, Integer.MAX_VALUE);
        kvs = value(request("get_my_kvsname", "", "my_kvsname"), "kvsname");
        longestValue = Math.min(most - 1, LONGEST_REQUEST - kvs.length() - OTHER_CHARACTERS);
        if (longestValue < LEAST_VALUE)
            throw new IOException(
                    "the process manager takes values of " + longestValue + " characters at most (vallen_max=" + most
                            + ", kvsname=" + kvs + "): " + LEAST_VALUE + " are needed");
        String mapping = ask("PMI_process_mapping").getOrDefault("value", "");
        allLocal = ONE_NODE.matcher(mapping).matches();
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
        return kvs;
    }

    @Override
    public boolean allLocal() {
        return allLocal;
    }

    @Override
    public int longestValue() {
        return longestValue;
    }

    @Override
    public void put(String key, String value) throws IOException {
        request("put", " kvsname=" + kvs + " key=" + rank + "-" + key + " value=" + value, "put_result");
    }

    @Override
    public void fence() throws IOException {
        request("barrier_in", "", "barrier_out");
    }

    @Override
    public String get(int from, String key) throws IOException {
        Map<String, String> answer = ask(from + "-" + key);
        if (!isGood(answer)) throw new IOException("rank " + from + " has not published " + key);
        return value(answer, "value");
    }

    private Map<String, String> ask(String key) throws IOException {
        send("cmd=get kvsname=" + kvs + " key=" + key);
        return answer("get_result");
    }

    @Override
    public String spawn(List<Command> commands, Map<String, String> variables) throws IOException {
        for (Command command : commands)
            for (String word : command.words())
                if (word.indexOf('\n') >= 0) return "PMI-1 passes no line end on: argument '" + word + "'";
        StringBuilder lines = new StringBuilder();
        for (int block = 1; block <= commands.size(); block++) {
            Command command = commands.get(block - 1);
            line(lines, "mcmd", "spawn");
            line(lines, "nprocs", command.processes());
            line(lines, "execname", command.words().get(0));
            line(lines, "totspawns", commands.size());
            line(lines, "spawnssofar", block);
            for (int i = 1; i < command.words().size(); i++)
                line(lines, "arg" + i, command.words().get(i));
            line(lines, "argcnt", command.words().size() - 1);
            pairs(lines, "preput", variables);
            pairs(lines, "info", command.hints());
            lines.append("endcmd\n");
        }
        send(lines.substring(0, lines.length() - 1));
        Map<String, String> answer = answer("spawn_result");
        return isGood(answer) ? null : "the process manager refuses to start the processes: " + answer;
    }

    private static void pairs(StringBuilder lines, String name, Map<String, String> pairs) {
        line(lines, name + "_num", pairs.size());
        int number = 0;
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            line(lines, name + "_key_" + number, pair.getKey());
            line(lines, name + "_val_" + number++, pair.getValue());
        }
    }

    private static void line(StringBuilder lines, String name, Object value) {
        lines.append(name).append('=').append(value).append('\n');
    }

    @Override
    public Map<String, String> variables() throws IOException {
        Map<String, String> variables = new HashMap<>();
        for (String name : SPAWNED) {
            Map<String, String> answer = ask(name);
            if (isGood(answer)) variables.put(name, value(answer, "value"));
            else if (variables.isEmpty()) return variables;
        }
        String number = request("get_appnum", "", "appnum").getOrDefault("appnum", "");
        variables.put(LaunchEnvironment.APPNUM, number);
        return variables;
    }

    @Override
    public void abort(int code, String message) throws IOException {
        send("cmd=abort exitcode=" + code);
    }

    @Override
    public void disconnect() throws IOException {
        connection.close();
    }

    @Override
    public void close() throws IOException {
        try {
            send("cmd=finalize");
            answer("finalize_ack");
        } finally {
            connection.close();
        }
    }

    private Map<String, String> request(String command, String arguments, String expected) throws IOException {
        send("cmd=" + command + arguments);
        Map<String, String> answer = answer(expected);
        if (!isGood(answer)) throw new IOException("the process manager refuses " + command + ": " + answer);
        return answer;
    }

    private static boolean isGood(Map<String, String> answer) {
        return answer.getOrDefault("rc", "0").equals("0");
    }

    private static String value(Map<String, String> answer, String name) throws IOException {
        String value = answer.get(name);
        if (value == null) throw new IOException("the process manager's answer has no " + name + ": " + answer);
        return value;
    }

    private void send(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(bytes);
            out.flush();
        }
    }

    private Map<String, String> answer(String expected) throws IOException {
        String line = readLine();
        Map<String, String> answer = new HashMap<>();
        for (String token : line.strip().split(" +")) {
            int equals = token.indexOf('=');
            if (equals > 0) answer.put(token.substring(0, equals), token.substring(equals + 1));
        }
        if (!expected.equals(answer.get("cmd")))
            throw new IOException("the process manager does not answer " + expected + " but: " + line);
        return answer;
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) throw new EOFException("the process manager has closed the connection");
            if (line.length() == LONGEST_LINE) throw new IOException("the process manager's answer has no end");
            line.append((char) c);
        }
        return line.toString();
    }
}

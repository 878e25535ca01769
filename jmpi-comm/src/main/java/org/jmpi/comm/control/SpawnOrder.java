package org.jmpi.comm.control;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An order of processes to start others.
 *
 * @param rank that gives the order
 * @param programs what the new processes run
 * @param parent the port at which the rank waits for them
 * @param key of that port, in hexadecimal
 */
public record SpawnOrder(int rank, List<Program> programs, String parent, String key) {
    private static final int LEAST_BYTES = 4 + 4 + 4 + 4;

    /**
     * A program of some of the new processes.
     *
     * @param command what jmpirun takes as a program
     * @param arguments of the program
     * @param processes how many run it
     * @param info the hints for it
     */
    public record Program(String command, List<String> arguments, int processes, Map<String, String> info) {}

    void write(ControlWriter out) {
        out.writeInt(rank).writeText(parent).writeText(key).writeInt(programs.size());
        for (Program each : programs) {
            out.writeText(each.command).writeTexts(each.arguments).writeInt(each.processes);
            out.writeTexts(List.copyOf(each.info.keySet())).writeTexts(List.copyOf(each.info.values()));
        }
    }

    static SpawnOrder read(ControlReader in) throws IOException {
        int rank = in.readInt();
        String parent = in.readText();
        String key = in.readText();
        List<Program> programs = new ArrayList<>();
        for (int left = in.readCount("programs", LEAST_BYTES); left > 0; left--)
            programs.add(
                    new Program(in.readText(), in.readTexts(), in.readInt(), info(in.readTexts(), in.readTexts())));
        return new SpawnOrder(rank, programs, parent, key);
    }

    private static Map<String, String> info(List<String> keys, List<String> values) throws IOException {
        if (keys.size() != values.size()) throw new IOException(keys.size() + " keys and " + values.size() + " values");
        Map<String, String> info = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) info.put(keys.get(i), values.get(i));
        return info;
    }

    /** {@return the number of processes} */
    public int processes() {
        return programs.stream().mapToInt(Program::processes).sum();
    }

    @Override
    public String toString() {
        return "SpawnOrder[rank=" + rank + ", programs=" + programs + ", key hidden]";
    }
}

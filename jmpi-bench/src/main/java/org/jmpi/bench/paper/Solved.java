package org.jmpi.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A problem of an application that was solved. Its measurements bear its name:
 *
 * <pre>
 *   lu/512 x 512 blocks of 16/alone           time of the sequential program, which stands before those of models
 *   lu/512 x 512 blocks of 16/messages        time of all ranks in a model
 *   lu/512 x 512 blocks of 16/messages/bytes  bytes that all ranks sent, if they were counted
 * </pre>
 *
 * @param size of the problem, in words
 * @param model in which the ranks solved it
 * @param alone time of the sequential program in ms
 * @param together time of all ranks in ms
 * @param bytes that they sent; NaN if they were not counted
 */
public record Solved(
        String application, String size, String model, int ranks, double alone, double together, double bytes) {
    static final String HEADING = "application,size,model,ranks,sequential_ms,ms,speed_up,check";

    private static final String ALONE = "alone";
    private static final Pattern OP = Pattern.compile("([^/]+)/([^/]+)/(\\w+)(/bytes)?");
    private static final Pattern BYTES = Pattern.compile("(\\d+) bytes");
    private static final int CHECK = 7;

    /**
     * Returns what a row of {@code jmpirun applications --csv} says, or nothing if a line is none.
     *
     * @param library with which the program ran
     */
    public static List<Measurement> measurements(String library, String line) {
        String[] cells = Resource.cells(line);
        if (cells.length <= CHECK || line.startsWith(HEADING)) return List.of();
        int ranks = Integer.parseInt(cells[3]);
        String problem = cells[0] + "/" + cells[1] + "/";
        List<Measurement> all = new ArrayList<>();
        all.add(new Measurement(library, problem + ALONE, ranks, 0, 1e3 * Double.parseDouble(cells[4])));
        all.add(new Measurement(library, problem + cells[2], ranks, 0, 1e3 * Double.parseDouble(cells[5])));
        Matcher sent = BYTES.matcher(cells[cells.length - 1]);
        if (sent.find())
            all.add(new Measurement(
                    library, problem + cells[2] + "/bytes", ranks, 0, Double.parseDouble(sent.group(1))));
        return all;
    }

    static List<Solved> among(List<Measurement> measured) {
        List<Solved> solved = new ArrayList<>();
        double alone = Double.NaN;
        for (Measurement each : measured) {
            Matcher op = OP.matcher(each.op());
            if (!op.matches()) continue;
            if (op.group(4) != null) solved.add(solved.remove(solved.size() - 1).sending(each.value()));
            else if (op.group(3).equals(ALONE)) alone = each.value() / 1e3;
            else
                solved.add(new Solved(
                        op.group(1), op.group(2), op.group(3), each.ranks(), alone, each.value() / 1e3, Double.NaN));
        }
        return solved;
    }

    private Solved sending(double sent) {
        return new Solved(application, size, model, ranks, alone, together, sent);
    }

    double speedUp() {
        return alone / together;
    }
}

package org.jmpi.run.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jmpi.comm.control.RankNames;
import org.jmpi.run.hosts.Host;

/** The hosts of all ranks and their programs, as lines of text. */
public record MapReport(JobPlan plan) {
    /** Returns a line for each host that has ranks. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int host = 0; host < plan.hosts().size(); host++)
            if (!plan.processesOn(host).isEmpty()) lines.add(line(host));
        return lines;
    }

    private String line(int number) {
        Host host = plan.hosts().get(number);
        Map<Integer, BitSet> ranks = new TreeMap<>();
        for (int process : plan.processesOn(number))
            ranks.computeIfAbsent(plan.map().get(process).app(), app -> new BitSet())
                    .set(plan.firstRank(process), plan.firstRank(process) + plan.ranksOf(process));
        String programs = ranks.entrySet().stream()
                .map(entry -> RankNames.of(entry.getValue()) + ": "
                        + plan.apps().get(entry.getKey()).name())
                .collect(Collectors.joining("; "));
        int jvms = plan.processesOn(number).size();
        String sharing = plan.ranksAreThreads() ? ", as threads of " + jvms + (jvms == 1 ? " JVM" : " JVMs") : "";
        return host + (host.here() ? " (this host)" : "") + ": " + programs + sharing;
    }
}

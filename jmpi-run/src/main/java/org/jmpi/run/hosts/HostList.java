package org.jmpi.run.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.TextFile;
import org.jmpi.run.system.ThisHost;

/**
 * The hosts of a job, each once, in the order in which they are mentioned first.
 *
 * @param slotsSaid whether the user says of any of them how many slots it has
 * @param notes lines about what has no effect, or is a guess
 */
public record HostList(List<Host> hosts, boolean slotsSaid, List<String> notes) {
    /** Returns the host of jmpirun alone, with a slot for each of its cores. No name is looked up for that. */
    public static HostList here() {
        return new HostList(
                List.of(new Host(ThisHost.LOCALHOST, ThisHost.cores(), Host.UNLIMITED, true)), false, List.of());
    }

    /**
     * Reads a list such as {@code localhost:2,node7:2}.
     *
     * @throws BadInputException if it is malformed
     */
    public static HostList parse(String option, String list) {
        List<HostSpec> specs = new ArrayList<>();
        for (String host : list.split(",", -1)) specs.add(HostSpec.parse(option, host.strip()));
        return of(option, specs);
    }

    /**
     * Reads a file of one host per line, perhaps with {@code slots=N max_slots=M} or {@code :N} behind it.
     *
     * @throws BadInputException if it cannot be read or a line is malformed
     */
    public static HostList read(String option, String file) {
        List<HostSpec> specs = new ArrayList<>();
        String place = option + " " + file;
        try {
            int number = 0;
            for (String line : TextFile.lines(Path.of(file))) {
                number++;
                String text = line.replaceFirst("#.*", "").strip();
                if (!text.isEmpty()) specs.add(HostSpec.parseLine(place + ", line " + number, text));
            }
        } catch (IOException | RuntimeException e) {
            if (e instanceof BadInputException) throw (BadInputException) e;
            throw new BadInputException(place + ": cannot read the file: " + e, e);
        }
        if (specs.isEmpty()) throw new BadInputException(place + ": names no host");
        return of(place, specs);
    }

    /** Counts a slot for each mention without a number, as jmpirun does not know the cores of another host. */
    private static HostList of(String place, List<HostSpec> specs) {
        Map<String, Host> hosts = new LinkedHashMap<>();
        Map<String, Boolean> isHere = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        TreeSet<String> ignored = new TreeSet<>();
        for (HostSpec spec : specs) {
            ignored.addAll(spec.ignored());
            boolean here = isHere.computeIfAbsent(Host.address(spec.name()), ThisHost::is);
            if (spec.slots() == HostSpec.CORES && !here)
                notes.add(place + ": " + spec.name() + ":*: taken for " + ThisHost.cores()
                        + " slots, as many as this host has cores");
            hosts.merge(key(spec.name(), here), host(spec, here), HostList::merge);
        }
        hosts.values().removeIf(host -> host.slots() == 0);
        if (hosts.isEmpty()) throw new BadInputException(place + ": no host has a slot");
        if (!ignored.isEmpty()) notes.add(place + ": no effect here: " + String.join(", ", ignored));
        boolean said = specs.stream().anyMatch(spec -> spec.slots() != HostSpec.UNSAID);
        return new HostList(List.copyOf(hosts.values()), said, notes);
    }

    private static String key(String name, boolean here) {
        return here ? "" : Host.address(name).toLowerCase(Locale.ROOT);
    }

    private static Host host(HostSpec spec, boolean here) {
        int slots = switch (spec.slots()) {
            case HostSpec.UNSAID -> 1;
            case HostSpec.CORES -> ThisHost.cores();
            default -> spec.slots();
        };
        return new Host(spec.name(), Math.min(slots, spec.maxSlots()), spec.maxSlots(), here);
    }

    private static Host merge(Host first, Host second) {
        int slots = first.slots() + second.slots();
        int most = Math.min(first.maxSlots(), second.maxSlots());
        return new Host(first.name(), Math.min(slots, most), most, first.here());
    }

    /**
     * Returns those of these hosts that a list names too, with its slots where it says any.
     *
     * @throws BadInputException if it names one that is not among these
     */
    public HostList only(String option, HostList list) {
        Map<String, Host> known = new LinkedHashMap<>();
        for (Host host : hosts) known.put(key(host), host);
        List<Host> chosen = new ArrayList<>();
        for (Host host : list.hosts) {
            Host own = known.get(key(host));
            if (own == null) throw new BadInputException(option + ": " + host.name() + " is not in the host file");
            chosen.add(list.slotsSaid ? new Host(own.name(), host.slots(), own.maxSlots(), own.here()) : own);
        }
        return new HostList(chosen, slotsSaid || list.slotsSaid, notes);
    }

    /**
     * Returns these hosts without that of jmpirun.
     *
     * @throws BadInputException if no other one is left
     */
    public HostList others(String option) {
        List<Host> others = hosts.stream().filter(host -> !host.here()).toList();
        if (others.isEmpty()) throw new BadInputException(option + ": there is no other host: name some by --host");
        return new HostList(others, slotsSaid, notes);
    }

    /** Returns these hosts, those that another list has, too, as it describes them unless this one says their slots. */
    public HostList known(HostList others) {
        Map<String, Host> known = new LinkedHashMap<>();
        for (Host host : others.hosts) known.put(key(host), host);
        List<Host> chosen = slotsSaid
                ? hosts
                : hosts.stream()
                        .map(host -> known.getOrDefault(key(host), host))
                        .toList();
        return new HostList(chosen, slotsSaid || others.slotsSaid, notes);
    }

    /**
     * Returns these hosts beside another world of the same launcher.
     *
     * @param list the hosts of that world
     * @param map where its ranks run
     */
    public HostList beside(HostList list, ProcessMap map) {
        Map<String, Integer> ranks = new LinkedHashMap<>();
        for (int host = 0; host < list.size(); host++)
            ranks.merge(key(list.get(host)), map.ranksOn(host), Integer::sum);
        return new HostList(
                hosts.stream()
                        .map(host -> host.taking(ranks.getOrDefault(key(host), 0)))
                        .toList(),
                slotsSaid,
                notes);
    }

    private static String key(Host host) {
        return key(host.name(), host.here());
    }

    public int size() {
        return hosts.size();
    }

    public Host get(int host) {
        return hosts.get(host);
    }

    /** Returns how many slots they have in all. */
    public int slots() {
        return hosts.stream().mapToInt(Host::slots).sum();
    }
}

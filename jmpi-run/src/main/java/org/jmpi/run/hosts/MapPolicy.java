package org.jmpi.run.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.run.system.BadInputException;

/**
 * The division of ranks among hosts.
 *
 * @param perHost how many ranks each host gets with {@link By#PPR}
 */
public record MapPolicy(By by, int perHost, Oversubscription oversubscription) {
    private static final Pattern PPR = Pattern.compile("ppr:(\\d{1,6}):node");

    /** The orders in which hosts get ranks. */
    enum By {
        /** A host gets ranks until its slots are taken, then the next one. */
        SLOT,
        /** Each host gets a process in turn. */
        NODE,
        /** Each host gets the same number of ranks. */
        PPR
    }

    /** The treatment of a job that has more ranks than slots. */
    public enum Oversubscription {
        /** It runs, with a note. */
        NOTED,
        /** It runs. */
        ALLOWED,
        /** It is refused. */
        REFUSED
    }

    static final MapPolicy DEFAULT = new MapPolicy(By.SLOT, 0, Oversubscription.NOTED);

    /**
     * Reads the value of {@code --map-by}, whose last word may be {@code OVERSUBSCRIBE} or {@code NOOVERSUBSCRIBE}.
     *
     * @throws BadInputException if it is not one of those that jmpirun knows
     */
    public static MapPolicy parse(String text) {
        Oversubscription oversubscription = Oversubscription.NOTED;
        String by = text.toLowerCase(Locale.ROOT);
        if (by.matches("(.*:)?oversubscribe")) oversubscription = Oversubscription.ALLOWED;
        if (by.matches("(.*:)?nooversubscribe")) oversubscription = Oversubscription.REFUSED;
        by = by.replaceFirst(":?(no)?oversubscribe$", "");
        Matcher ppr = PPR.matcher(by);
        if (ppr.matches() && Integer.parseInt(ppr.group(1)) > 0)
            return new MapPolicy(By.PPR, Integer.parseInt(ppr.group(1)), oversubscription);
        return switch (by) {
            case "", "slot" -> new MapPolicy(By.SLOT, 0, oversubscription);
            case "node" -> new MapPolicy(By.NODE, 0, oversubscription);
            default ->
                throw new BadInputException("--map-by " + text + ": neither slot, node nor ppr:N:node; ranks are mapped"
                        + " to hosts, and --bind-to core binds them to cores");
        };
    }

    public MapPolicy with(Oversubscription other) {
        return new MapPolicy(by, perHost, other);
    }

    /** Returns the policy that gives each host the same number of ranks. */
    public MapPolicy perHost(int ranks) {
        return new MapPolicy(By.PPR, ranks, oversubscription);
    }

    /** Returns the number of ranks of a job whose user names none. */
    public int defaultRanks(HostList hosts) {
        return by == By.PPR ? perHost * hosts.size() : hosts.slots();
    }

    /**
     * Divides a job.
     *
     * @param apps the number of ranks of each application context
     * @param threads how many ranks a process has at most
     * @throws BadInputException if the hosts do not take so many ranks
     */
    public ProcessMap map(HostList hosts, List<Integer> apps, int threads) {
        int ranks = apps.stream().mapToInt(Integer::intValue).sum();
        int[] most = check(hosts, ranks);
        if (by == By.NODE) return dealt(hosts, apps, threads, most);
        List<ProcessMap.Placed> placed = new ArrayList<>();
        int[] counts = by == By.PPR ? equalCounts(hosts, ranks) : counts(hosts, ranks, most);
        int host = 0;
        int left = counts[0];
        int first = 0;
        for (int app = 0; app < apps.size(); app++) {
            for (int end = first + apps.get(app); first < end; ) {
                while (left == 0) left = counts[++host];
                int count = Math.min(Math.min(threads, left), end - first);
                placed.add(new ProcessMap.Placed(host, app, first, count));
                left -= count;
                first += count;
            }
        }
        return new ProcessMap(placed);
    }

    /** Returns how many ranks each host takes at most. */
    private int[] check(HostList hosts, int ranks) {
        boolean refused = oversubscription == Oversubscription.REFUSED;
        int[] most = hosts.hosts().stream()
                .mapToInt(host -> refused ? host.free() : host.room())
                .toArray();
        long all = Arrays.stream(most).asLongStream().sum();
        if (ranks > all)
            throw new BadInputException("-np " + ranks + ": the hosts take " + all + " ranks at most: "
                    + (refused ? "start fewer, name more slots, or leave --nooversubscribe out" : "raise max_slots"));
        if (by != By.PPR) return most;
        if (ranks > (long) perHost * hosts.size())
            throw new BadInputException(
                    "-np " + ranks + " with " + perHost + " ranks per host needs " + (ranks + perHost - 1) / perHost
                            + " hosts; there " + (hosts.size() == 1 ? "is 1" : "are " + hosts.size()));
        for (int host = 0, left = ranks; host < hosts.size(); host++, left -= perHost)
            if (Math.min(left, perHost) > most[host])
                throw new BadInputException(
                        perHost + " ranks per host: " + hosts.get(host) + " takes " + most[host] + " ranks at most");
        return most;
    }

    private int[] equalCounts(HostList hosts, int ranks) {
        int[] counts = new int[hosts.size()];
        for (int host = 0, left = ranks; left > 0; host++, left -= perHost) counts[host] = Math.min(left, perHost);
        return counts;
    }

    /** Fills the slots of one host after the other; those that are left go round. */
    private static int[] counts(HostList hosts, int ranks, int[] most) {
        int[] counts = new int[hosts.size()];
        int left = ranks;
        for (int host = 0; host < counts.length && left > 0; host++) {
            counts[host] = Math.min(left, hosts.get(host).free());
            left -= counts[host];
        }
        for (int host = 0; left > 0; host = (host + 1) % counts.length) {
            if (counts[host] == most[host]) continue;
            counts[host]++;
            left--;
        }
        return counts;
    }

    /** Deals processes to hosts in turn, past those without a free slot; if there is none, past those at their most. */
    private static ProcessMap dealt(HostList hosts, List<Integer> apps, int threads, int[] most) {
        List<ProcessMap.Placed> placed = new ArrayList<>();
        int[] free = hosts.hosts().stream().mapToInt(Host::free).toArray();
        int[] room = most.clone();
        int host = 0;
        int first = 0;
        for (int app = 0; app < apps.size(); app++) {
            for (int end = first + apps.get(app); first < end; ) {
                int[] limit = Arrays.stream(free).anyMatch(slots -> slots > 0) ? free : room;
                while (limit[host] <= 0) host = (host + 1) % limit.length;
                int count = Math.min(Math.min(threads, room[host]), end - first);
                placed.add(new ProcessMap.Placed(host, app, first, count));
                free[host] -= count;
                room[host] -= count;
                first += count;
                host = (host + 1) % limit.length;
            }
        }
        return new ProcessMap(placed);
    }

    /** Returns the line about more ranks than slots; an empty one if there is none to say. */
    public String note(HostList hosts, ProcessMap map) {
        if (oversubscription != Oversubscription.NOTED || !hosts.slotsSaid()) return "";
        List<String> over = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) {
            int own = map.ranksOn(host);
            int ranks = own + hosts.get(host).taken();
            int slots = hosts.get(host).slots();
            if (own > 0 && ranks > slots) over.add(ranks + " ranks on the " + slots + " slots of " + hosts.get(host));
        }
        if (over.isEmpty()) return "";
        String more = over.size() > 1 ? " and " + (over.size() - 1) + " more" : "";
        return "oversubscribed: " + over.get(0) + more + " (--oversubscribe says that you know)";
    }
}

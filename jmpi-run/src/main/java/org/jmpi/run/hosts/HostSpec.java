package org.jmpi.run.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.run.system.BadInputException;

/**
 * One mention of a host, in a list or in a line of a host file.
 *
 * @param name without brackets; perhaps with {@code user@} in front
 * @param slots the number behind it; {@link #UNSAID} if there is none, {@link #CORES} for {@code *}
 * @param maxSlots the most ranks that it takes
 * @param ignored the keys of the line that have no effect
 */
record HostSpec(String name, int slots, int maxSlots, List<String> ignored) {
    static final int UNSAID = -1;
    static final int CORES = -2;

    private static final String FORM = "write HOST, HOST:N or HOST slots=N max_slots=M";

    /** Neither begins with a dash: a remote shell would take it for an option. */
    private static final String USER_NAME = "[\\p{L}\\p{N}_][\\p{L}\\p{N}._+\\\\-]*";

    private static final String HOST_NAME = "[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]*";
    private static final String IPV6 = "[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(?:%[\\p{L}\\p{N}._-]+)?";

    /** A user, a name or an address, an IPv6 one perhaps in brackets, and slots. */
    private static final Pattern HOST = Pattern.compile(
            "(" + USER_NAME + "@)?(?:\\[(" + IPV6 + ")]|(" + HOST_NAME + ")|(" + IPV6 + "))(?::(\\d{1,6}|\\*))?");

    private static final Pattern KEY = Pattern.compile("([a-zA-Z][\\w-]*)=(\\S+)");

    /** Keys for slots: the second and third one are Open MPI's, too. */
    private static final List<String> SLOTS = List.of("slots", "cpu", "count");

    private static final List<String> MAX_SLOTS =
            List.of("max_slots", "slots_max", "cpu_max", "max_cpu", "count_max", "max_count");
    private static final List<String> USER = List.of("user", "username", "user_name");

    /** Keys that tell Open MPI or MPICH how a host is built or reached. */
    private static final List<String> IGNORED = List.of(
            "boards", "sockets", "sockets_per_board", "cores_per_socket", "cores", "rank", "port", "ifhn", "binding");

    /**
     * @throws BadInputException if the text is not a host, perhaps with {@code :N}; the message starts with the place
     */
    static HostSpec parse(String place, String text) {
        Matcher matcher = HOST.matcher(text);
        if (!matcher.matches()) throw malformed(place, text);
        String user = matcher.group(1) == null ? "" : matcher.group(1);
        String name = null;
        for (int group = 2; name == null; group++) name = matcher.group(group);
        String slots = matcher.group(5);
        int number = slots == null ? UNSAID : slots.equals("*") ? CORES : Integer.parseInt(slots);
        return new HostSpec(user + name, number, Host.UNLIMITED, List.of());
    }

    /** @throws BadInputException if a line of a host file is malformed; the message starts with the place */
    static HostSpec parseLine(String place, String line) {
        String[] words = line.strip().replaceAll("\\s*=\\s*", "=").split("\\s+");
        try {
            HostSpec spec = parse(place, words[0]);
            for (int i = 1; i < words.length; i++) spec = spec.with(place, words[i]);
            return spec.checked(place);
        } catch (BadInputException e) {
            throw words.length == 1 ? e : new BadInputException(e.getMessage() + ", in '" + line.strip() + "'", e);
        }
    }

    private HostSpec with(String place, String word) {
        Matcher matcher = KEY.matcher(word);
        if (!matcher.matches()) throw malformed(place, word);
        String key = matcher.group(1).replace('-', '_').toLowerCase(Locale.ROOT);
        String value = matcher.group(2);
        if (SLOTS.contains(key))
            return new HostSpec(name, number(place, word, value, true).orElse(CORES), maxSlots, ignored);
        if (MAX_SLOTS.contains(key))
            return new HostSpec(name, slots, number(place, word, value, false).getAsInt(), ignored);
        if (USER.contains(key) && value.matches(USER_NAME))
            return new HostSpec(value + "@" + Host.address(name), slots, maxSlots, ignored);
        if (!IGNORED.contains(key)) throw malformed(place, word);
        List<String> more = new ArrayList<>(ignored);
        more.add(matcher.group(1));
        return new HostSpec(name, slots, maxSlots, more);
    }

    /** As with Open MPI, a host of which only the most is said has so many slots. */
    private HostSpec checked(String place) {
        if (maxSlots == Host.UNLIMITED) return this;
        if (slots > maxSlots)
            throw new BadInputException(
                    place + ": " + name + " has more slots (" + slots + ") than max_slots (" + maxSlots + ")");
        return slots == UNSAID ? new HostSpec(name, maxSlots, maxSlots, ignored) : this;
    }

    /** Returns nothing for the star. */
    private static OptionalInt number(String place, String word, String value, boolean star) {
        if (star && value.equals("*")) return OptionalInt.empty();
        if (!value.matches("\\d{1,6}"))
            throw new BadInputException(place + ": '" + word + "': '" + value + "' is not a number of ranks");
        return OptionalInt.of(Integer.parseInt(value));
    }

    private static BadInputException malformed(String place, String text) {
        return new BadInputException(place + ": not a host: '" + text + "'; " + FORM);
    }
}

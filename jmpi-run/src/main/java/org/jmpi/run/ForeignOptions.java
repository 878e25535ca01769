package org.jmpi.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options of Open MPI's mpirun, of MPICH's mpiexec, of MPJ Express's mpjrun and of an earlier jmpirun that jmpirun has
 * no use for. Some ask for what it does anyway, some have no effect here and a line says so, and some ask for what it
 * cannot do: that ends the start.
 */
final class ForeignOptions {
    private static final String OF_OPEN_MPI =
            "it sets parameters of Open MPI; jmpirun has --transport and settings (-Djmpi.NAME)";
    private static final String PORTS = "--port sets the only port that jmpirun opens";

    /** The treatment of an option. */
    private enum Treatment {
        AS_EVER,
        NO_EFFECT,
        REFUSED
    }

    /**
     * Options that are treated alike.
     *
     * @param values how many words follow each
     * @param why what jmpirun says about them; null if nothing
     */
    private record Kind(Treatment treatment, int values, String why, List<String> names) {
        static Kind asEver(int values, String... names) {
            return new Kind(Treatment.AS_EVER, values, null, Arrays.asList(names));
        }

        static Kind noEffect(int values, String why, String... names) {
            return new Kind(Treatment.NO_EFFECT, values, why, Arrays.asList(names));
        }

        /** An option that is refused, whatever its values. */
        static Kind refused(String why, String... names) {
            return new Kind(Treatment.REFUSED, 0, why, Arrays.asList(names));
        }
    }

    private static final List<Kind> KINDS = List.of(
            Kind.asEver(0, "allow-run-as-root", "q", "quiet", "genvall", "envall", "disable-recovery"),
            Kind.asEver(0, "get-stack-traces", "report-state-on-timeout", "use-hwthread-cpus", "preload-binary"),
            Kind.asEver(0, "byslot", "bycore", "bysocket", "noprefix", "disable-hostname-propagation"),
            Kind.noEffect(1, OF_OPEN_MPI, "am", "tune", "personality"),
            Kind.noEffect(1, "ranks are numbered in the order of --map-by", "rank-by"),
            Kind.noEffect(1, "--bind-to core binds each rank to one core", "cpus-per-proc", "cpus-per-rank"),
            Kind.noEffect(1, "JMPI and Java are expected at the same path on each host", "prefix", "launch-agent"),
            Kind.noEffect(1, "jmpirun takes its hosts from --hostfile, --host or Slurm", "rmk"),
            Kind.noEffect(1, PORTS, "mpjport", "dport", "sport", "mxboardnum", "headnodeip"),
            Kind.noEffect(1, "the setting jmpi.eager.limit does that: -Djmpi.eager.limit=BYTES", "psl"),
            Kind.refused(
                    "start jmpirun on the cores of your choice: taskset -c LIST jmpirun ...", "cpu-set", "cpu-list"),
            Kind.refused(
                    "--bind-to core binds rank r to core r",
                    "rf",
                    "rankfile",
                    "slot-list",
                    "binding",
                    "bind-to-socket"),
            Kind.refused("--debug all lets each rank wait for a debugger of Java", "debugger", "gdb", "tv"),
            Kind.refused("use --output-dir DIR, and tail -f DIR/rank-0.out in a terminal of its own", "xterm", "tmux"),
            Kind.refused(
                    "-XX:StartFlightRecording=settings=profile,filename=rank-{rank}.jfr profiles each rank", "profile"),
            Kind.refused(
                    "ranks inherit the environment; to start with another one use env -i ... jmpirun",
                    "genvnone",
                    "envnone"),
            Kind.refused("use --tag-output or --output-dir DIR", "output", "outfile-pattern", "errfile-pattern"),
            Kind.refused("jmpirun prints no times; a command such as ts does: jmpirun ... | ts", "timestamp-output"),
            Kind.refused("--continue lets the other ranks go on when a rank fails", "with-ft"));

    private ForeignOptions() {}

    /** Adds those that a command line may have: describing all of them would take each start some ms. */
    static void addTo(CommandSpec command, String... args) {
        Set<String> typed = new HashSet<>();
        for (String arg : args)
            if (arg.startsWith("-")) typed.add(arg.replaceFirst("--?", "").split("=", 2)[0]);
        for (Kind kind : KINDS)
            for (String name : kind.names()) if (typed.contains(name)) command.addOption(option(kind, name));
    }

    private static OptionSpec option(Kind kind, String name) {
        boolean refused = kind.treatment() == Treatment.REFUSED;
        return OptionSpec.builder("-" + name, "--" + name)
                .type(refused || kind.values() > 0 ? String[].class : boolean.class)
                .arity(refused ? "0..1" : "" + kind.values())
                .hidden(true)
                .build();
    }

    /**
     * Returns the lines about options that have no effect.
     *
     * @throws BadInputException if there is one that jmpirun cannot obey
     */
    static List<String> check(ParseResult given) {
        List<String> lines = new ArrayList<>();
        for (Kind kind : KINDS)
            for (String name : kind.names()) {
                OptionSpec option = given.matchedOption("-" + name);
                if (option != null) check(option, kind, lines);
            }
        return lines;
    }

    private static void check(OptionSpec option, Kind kind, List<String> lines) {
        String text = option.longestName() + ": ";
        if (kind.treatment() == Treatment.REFUSED)
            throw new BadInputException(text + "not possible here: " + kind.why());
        if (kind.treatment() == Treatment.NO_EFFECT) lines.add(text + "no effect here: " + kind.why());
    }
}

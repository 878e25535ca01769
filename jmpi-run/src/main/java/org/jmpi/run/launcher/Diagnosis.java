package org.jmpi.run.launcher;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reasons why an agent does not start, found in what ssh, the shell and java print about it.
 *
 * @param host the name of the host
 * @param command the words that start a java there
 * @param elsewhere where to look if the host does not come to the command; empty if nothing stands before it
 */
record Diagnosis(String host, List<String> command, String elsewhere) {
    /** @param sign a regular expression for a part of a line, in any case */
    private record Rule(String sign, String reason) {
        boolean matches(String line, String java) {
            String expression = sign.replace("JAVA", Pattern.quote(java));
            return Pattern.compile(expression, Pattern.CASE_INSENSITIVE)
                    .matcher(line)
                    .find();
        }

        String remedy(String host, String java) {
            return reason.replace("HOST", host).replaceAll("\\bJAVA\\b", Matcher.quoteReplacement(java));
        }
    }

    /** Lines of ssh that say only that its way to the host has ended, for instance after those of a ProxyCommand. */
    private static final Pattern END =
            Pattern.compile("^(?:kex_exchange_identification:|Connection (?:closed|reset) by |client_loop: )");

    /** In a sign and a reason, HOST and JAVA stand for the host and the java that is started there. */
    private static final List<Rule> RULES = List.of(
            new Rule(
                    "could not resolve hostname|name or service not known|unknown host",
                    "no such host: check the name, or name it in /etc/hosts or in ~/.ssh/config"),
            new Rule(
                    "host key .*has changed|identification has changed",
                    "its host key is not the one that is known here: if that is right, remove the old one by"
                            + " 'ssh-keygen -R HOST' and run 'ssh HOST true' once; else another host answers"),
            new Rule(
                    "host key verification failed|host key is known",
                    "its host key is not known here: compare it, then run 'ssh HOST true' once, or add it to"
                            + " ~/.ssh/known_hosts"),
            new Rule(
                    "permission denied \\(|too many authentication failures|no supported authentication",
                    "it lets nobody in without a password: set up a key with 'ssh-copy-id HOST', so that"
                            + " 'ssh -o BatchMode=yes HOST true' works"),
            new Rule(
                    "cannot execute command-line and remote command",
                    "a RemoteCommand is set for it in ~/.ssh/config: remove that, or make it one of another name"),
            new Rule(
                    "subsystem request failed",
                    "its sshd has no subsystem of the name of jmpirun's command: remove SessionType from ~/.ssh/config"
                            + " for it, or make it one of another name"),
            new Rule("connection refused", "connection refused: is sshd running there, at the port of ~/.ssh/config?"),
            new Rule(
                    "connection timed out|operation timed out|no route to host|network is unreachable|banner exchange",
                    "it does not answer: is it up, and does no firewall drop the connection?"),
            new Rule(
                    "UnsupportedClassVersionError",
                    "the Java there, JAVA, is older than 17: install 17 or newer, or name another one by --java"),
            new Rule(
                    "could not find or load main class org\\.jmpi|error: unable to access jarfile",
                    "the jars of JMPI are not there: install JMPI at the same path as here, or use --preload"),
            new Rule(
                    "JAVA.*(not found|no such file|cannot execute)",
                    "no Java there at JAVA: install one at the same path as here, or name the one that all hosts have"
                            + " by --java"));

    /** Returns the reason with its remedy, in one line; empty if there are no lines. */
    String of(List<String> lines) {
        String remedy = remedy(lines);
        return remedy.isEmpty() ? last(lines) : remedy;
    }

    /** Returns the last line that may be a reason; empty if there are none. */
    private static String last(List<String> lines) {
        String last = "";
        for (String line : lines) if (last.isEmpty() || !END.matcher(line).find()) last = line;
        return last;
    }

    private String remedy(List<String> lines) {
        // Variables that env sets may come first.
        String java = command.stream()
                .filter(word -> !word.equals("env") && word.indexOf('=') < 0)
                .findFirst()
                .orElse("java");
        for (Rule rule : RULES)
            if (lines.stream().anyMatch(line -> rule.matches(line, java))) return rule.remedy(host, java);
        return "";
    }

    /**
     * Returns why the host has ended without a greeting, in one line.
     *
     * @param lines that came beside the channel
     * @param printed what came on the channel
     * @param end how the process that carries it has ended; empty if nothing says so
     * @param reached whether the host may have been reached
     */
    String ofEnd(List<String> lines, PrintedLines printed, String end, boolean reached) {
        String remedy = remedy(withLast(lines, printed));
        if (!remedy.isEmpty()) return remedy;
        String said = said(lines, printed);
        if (mayHaveBegun(printed) || !reached && printed.last().isEmpty() && !said.isEmpty()) {
            if (!said.isEmpty()) return said;
            return end.isEmpty() ? "it ended before it greeted" : end;
        }
        return quoted(said) + ", and ended before jmpirun's command ran there" + (end.isEmpty() ? "" : " (" + end + ")")
                + ": " + elsewhere;
    }

    /**
     * Returns what is known of a host that has not greeted, in one line.
     *
     * @param lines that came beside the channel
     * @param printed what came on the channel
     * @param seconds how long it has not
     */
    String ofSilence(List<String> lines, PrintedLines printed, long seconds) {
        String said = said(lines, printed);
        if (mayHaveBegun(printed))
            return "it has not started within " + seconds + " s" + (said.isEmpty() ? "" : " (" + said + ")");
        return quoted(said) + ", and has not come to jmpirun's command within " + seconds + " s: " + elsewhere;
    }

    private boolean mayHaveBegun(PrintedLines printed) {
        return elsewhere.isEmpty() || printed.hasBegun();
    }

    private static String quoted(String said) {
        return "it printed " + (said.isEmpty() ? "nothing" : "\"" + said + "\"");
    }

    private static List<String> withLast(List<String> lines, PrintedLines printed) {
        return Stream.concat(lines.stream(), Stream.of(printed.last()))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** Returns the last line of each stream: nothing says which of them came last. */
    private static String said(List<String> lines, PrintedLines printed) {
        return String.join("; ", withLast(List.of(last(lines)), printed));
    }
}

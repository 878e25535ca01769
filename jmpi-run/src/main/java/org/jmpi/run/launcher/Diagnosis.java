package org.jmpi.run.launcher;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reasons why an agent does not start, found in what ssh, the shell and java print about it. */
final class Diagnosis {
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

    private Diagnosis() {}

    /** Returns the reason with its remedy, in one line; empty if there are no lines. */
    static String of(String host, AgentStart start, List<String> lines) {
        return of(host, start.command(), lines);
    }

    /** @param command the words that start a java on the host */
    static String of(String host, List<String> command, List<String> lines) {
        // Variables that env sets may come first.
        String java = command.stream()
                .filter(word -> !word.equals("env") && word.indexOf('=') < 0)
                .findFirst()
                .orElse("java");
        for (Rule rule : RULES)
            if (lines.stream().anyMatch(line -> rule.matches(line, java))) return rule.remedy(host, java);
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}

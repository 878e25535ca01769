package org.jmpi.run.launcher;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reasons why an agent does not start, found in what ssh, the shell and java print about it. */
final class Diagnosis {
    private record Rule(Pattern sign, String reason) {
        static Rule of(String sign, String reason) {
            return new Rule(Pattern.compile(sign, Pattern.CASE_INSENSITIVE), reason);
        }
    }

    /** In a reason, HOST and JAVA stand for the host and the java that is started there. */
    private static final List<Rule> RULES = List.of(
            Rule.of(
                    "could not resolve hostname|name or service not known|unknown host",
                    "no such host: check the name, or name it in /etc/hosts or in ~/.ssh/config"),
            Rule.of(
                    "host key verification failed|host key is known|host key has changed|identification has changed",
                    "its host key is not the one that is known here, or none is: compare it, then run"
                            + " 'ssh HOST true' once, or add it to ~/.ssh/known_hosts"),
            Rule.of(
                    "permission denied \\(|too many authentication failures|no supported authentication",
                    "it lets nobody in without a password: set up a key with 'ssh-copy-id HOST', so that"
                            + " 'ssh -o BatchMode=yes HOST true' works"),
            Rule.of("connection refused", "connection refused: is sshd running there, at the port of ~/.ssh/config?"),
            Rule.of(
                    "connection timed out|operation timed out|no route to host|network is unreachable|banner exchange",
                    "it does not answer: is it up, and does no firewall drop the connection?"),
            Rule.of(
                    "UnsupportedClassVersionError",
                    "the Java there, JAVA, is older than 17: install 17 or newer at the same path as here"),
            Rule.of(
                    "could not find or load main class org\\.jmpi|error: unable to access jarfile",
                    "the jars of JMPI are not there: install JMPI at the same path as here, or use --preload"),
            Rule.of(
                    "JAVA: (command )?not found|JAVA: no such file|JAVA: cannot execute|JAVA.*not found",
                    "no Java there at JAVA: install one at the same path as here, or start jmpirun by one that is"
                            + " (JAVA_HOME)"));

    private Diagnosis() {}

    /** Returns the reason with its remedy, in one line; empty if there are no lines. */
    static String of(String host, AgentStart start, List<String> lines) {
        String java = start.command().get(0);
        for (Rule rule : RULES) {
            Pattern sign = Pattern.compile(
                    rule.sign.pattern().replace("JAVA", Matcher.quoteReplacement(Pattern.quote(java))),
                    Pattern.CASE_INSENSITIVE);
            for (String line : lines)
                if (sign.matcher(line).find())
                    return rule.reason.replace("HOST", host).replace("JAVA", java);
        }
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}

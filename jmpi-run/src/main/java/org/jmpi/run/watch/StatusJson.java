package org.jmpi.run.watch;

import java.util.List;
import java.util.stream.Collectors;

/** The state of a job as JSON, for the page. No character of it means anything in HTML. */
final class StatusJson {
    private StatusJson() {}

    static String of(JobStatus status) {
        return "{\"name\":" + text(status.name())
                + ",\"program\":" + text(status.program())
                + ",\"state\":" + text(status.state())
                + ",\"time\":" + text(status.time())
                + ",\"hosts\":" + status.hosts()
                + ",\"deadlock\":"
                + list(status.deadlock().stream().map(StatusJson::text).toList())
                + ",\"ranks\":"
                + list(status.ranks().stream().map(StatusJson::rank).toList()) + "}";
    }

    private static String rank(RankStatus rank) {
        RankStatus.Traffic traffic = rank.traffic();
        return "{\"rank\":" + rank.rank()
                + ",\"host\":" + text(rank.host())
                + ",\"activity\":" + text(rank.activity().text())
                + ",\"call\":" + text(rank.call())
                + ",\"awaited\":"
                + list(rank.awaited().stream().map(String::valueOf).toList())
                + ",\"wait\":" + rank.waitNanos() / 1_000_000
                + ",\"heapUsed\":" + rank.heapUsed()
                + ",\"heapMax\":" + rank.heapMax()
                + ",\"traffic\":[" + traffic.messagesSent() + "," + traffic.bytesSent() + ","
                + traffic.messagesReceived() + "," + traffic.bytesReceived() + "]}";
    }

    private static String list(List<String> items) {
        return items.stream().collect(Collectors.joining(",", "[", "]"));
    }

    static String text(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean plain = c >= ' ' && c < 127 && "\"\\<>&'`".indexOf(c) < 0;
            if (plain) quoted.append(c);
            else quoted.append(String.format("\\u%04x", (int) c));
        }
        return quoted.append('"').toString();
    }
}

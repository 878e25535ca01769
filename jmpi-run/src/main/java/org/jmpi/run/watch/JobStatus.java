package org.jmpi.run.watch;

import java.util.List;
import org.jmpi.run.watch.RankStatus.Activity;

/**
 * The state of a job at one moment.
 *
 * @param name of the job
 * @param pid of its jmpirun
 * @param program as shown to the user
 * @param startMillis when it was started, in ms since 1970
 * @param millis the moment, in ms since 1970
 * @param ranks in their order
 * @param deadlock which ranks wait for each other, a line each; empty if none do
 */
public record JobStatus(
        String name,
        long pid,
        String program,
        long startMillis,
        long millis,
        List<RankStatus> ranks,
        List<String> deadlock) {

    /** {@return the state of the whole job, in one word} */
    public String state() {
        if (!deadlock.isEmpty()) return "deadlock";
        if (count(Activity.STARTING) == ranks.size()) return "starting";
        if (count(Activity.SILENT) == ranks.size()) return "silent";
        return count(Activity.FINALIZED) + count(Activity.ENDED) == ranks.size() ? "ending" : "running";
    }

    long count(Activity activity) {
        return ranks.stream().filter(rank -> rank.activity() == activity).count();
    }

    /** {@return how many hosts have ranks} */
    public int hosts() {
        return (int) ranks.stream().map(RankStatus::host).distinct().count();
    }

    /** {@return how long the job has run, such as {@code 1:02:03} or {@code 0:07}} */
    public String time() {
        long seconds = Math.max(0, millis - startMillis) / 1000;
        long hours = seconds / 3600;
        String minutes = String.format(hours > 0 ? "%02d:%02d" : "%d:%02d", seconds / 60 % 60, seconds % 60);
        return hours > 0 ? hours + ":" + minutes : minutes;
    }
}

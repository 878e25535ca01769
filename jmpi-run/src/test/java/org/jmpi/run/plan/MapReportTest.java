package org.jmpi.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jmpi.run.hosts.Host;
import org.jmpi.run.hosts.HostList;
import org.jmpi.run.hosts.Launching;
import org.jmpi.run.hosts.MapPolicy;
import org.jmpi.run.hosts.ProcessMap;
import org.jmpi.run.program.ClassPath;
import org.junit.jupiter.api.Test;

class MapReportTest {
    private static List<String> lines(String policy, int threads, Integer... ranks) {
        HostList hosts = new HostList(
                List.of(
                        new Host("localhost", 2, Host.UNLIMITED, true),
                        new Host("me@b", 2, Host.UNLIMITED, false),
                        new Host("c", 9, Host.UNLIMITED, false)),
                true,
                List.of());
        List<App> apps = new ArrayList<>();
        for (int count : ranks)
            apps.add(new App(
                    "P" + apps.size(),
                    count,
                    List.of(),
                    List.of(),
                    null,
                    Map.of(),
                    Path.of(""),
                    ClassPath.of(List.of()),
                    List.of()));
        ProcessMap map = MapPolicy.parse(policy).map(hosts, List.of(ranks), threads);
        return new MapReport(new JobPlan(
                        hosts,
                        apps,
                        map,
                        threads > 1,
                        "t",
                        1,
                        null,
                        0,
                        null,
                        false,
                        null,
                        0,
                        0,
                        Launching.DEFAULT,
                        null,
                        false))
                .lines();
    }

    @Test
    void aLinePerHostTellsItsRanksAndTheirPrograms() {
        assertEquals(
                List.of("localhost (this host): rank 0: P0; rank 1: P1", "me@b: ranks 2, 3: P1"),
                lines("slot", 1, 1, 3));
        assertEquals(
                List.of("localhost (this host): ranks 0, 3: P0", "me@b: ranks 1, 4: P0", "c: ranks 2, 5 to 8: P0"),
                lines("node", 1, 9));
        assertEquals(
                List.of(
                        "localhost (this host): ranks 0 to 3: P0, as threads of 2 JVMs",
                        "me@b: ranks 4, 5: P0, as threads of 1 JVM"),
                lines("ppr:4:node", 2, 6));
    }
}

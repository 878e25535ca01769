package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmDefaultsTest {
    @Test
    void ranksThatShareCoresCompileLater() {
        int cores = Runtime.getRuntime().availableProcessors();
        assertEquals(List.of(), JvmDefaults.ofRanks(cores, cores));
        assertEquals(JvmDefaults.OF_CROWDED_RANKS, JvmDefaults.ofRanks(cores, cores + 1));
        List<String> ofMany = new ArrayList<>(JvmDefaults.OF_CROWDED_RANKS);
        ofMany.addAll(JvmDefaults.OF_MANY_PROCESSES);
        assertEquals(ofMany, JvmDefaults.ofRanks(cores + 1, cores + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xshare:off", "-XX:SharedArchiveFile=a.jsa", "-XX:ArchiveClassesAtExit=a.jsa", "-XX:AOTCache=a"
            })
    void anArchiveOfTheUsersIsTheOnlyOne(String option) {
        assertFalse(new JvmDefaults(List.of("-ea", option), Map.of()).takesArchive());
        for (String variable : JvmDefaults.VARIABLES)
            assertFalse(new JvmDefaults(List.of(), Map.of(variable, "-ea " + option)).takesArchive());
        assertTrue(new JvmDefaults(List.of("-Xmx1g", "-Da=b@c"), Map.of()).takesArchive());
    }
}

package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmDefaultsTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final String SERIAL = "-XX:+UseSerialGC";

    @Test
    void ranksWithACoreToSpareCollectGarbageAsTheJvmLikes() {
        assertEquals(List.of(), new JvmDefaults(List.of(), Map.of()).ofRanks(CORES - 1));
    }

    @Test
    void ranksThatFillTheCoresCollectGarbageByThemselves() {
        assertEquals(List.of(SERIAL), new JvmDefaults(List.of("-Xmx1g"), Map.of()).ofRanks(CORES));
    }

    @Test
    void ranksThatShareCoresCompileLater() {
        List<String> options = new JvmDefaults(List.of(), Map.of()).ofRanks(CORES + 1);
        assertEquals(SERIAL, options.get(0));
        assertEquals(JvmDefaults.OF_CROWDED_RANKS, options.subList(1, options.size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseZGC", "-XX:Flags=file", "-XX:VMOptionsFile=file"})
    void aCollectorOfTheUsersIsTheOnlyOne(String option) {
        assertFalse(new JvmDefaults(List.of(option), Map.of()).ofRanks(CORES).contains(SERIAL));
        for (String variable : JvmDefaults.VARIABLES)
            assertFalse(new JvmDefaults(List.of(), Map.of(variable, "-ea " + option))
                    .ofRanks(CORES)
                    .contains(SERIAL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xshare:off", "-XX:SharedArchiveFile=a.jsa", "-XX:ArchiveClassesAtExit=a.jsa", "-XX:AOTCache=a"})
    void anArchiveOfTheUsersIsTheOnlyOne(String option) {
        assertFalse(new JvmDefaults(List.of(option), Map.of()).takesArchive());
        assertTrue(new JvmDefaults(List.of("-Xmx1g", "-ea"), Map.of()).takesArchive());
    }
}

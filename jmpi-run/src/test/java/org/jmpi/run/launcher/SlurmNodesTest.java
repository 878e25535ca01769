package org.jmpi.run.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmNodesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "hosta; hosta",
                "hosta,hostb; hosta hostb",
                "n[1-3]; n1 n2 n3",
                "n[08-10,7]; n08 n09 n10 n7",
                "r[1-2]n[1,3]x,login; r1n1x r1n3x r2n1x r2n3x login"
            })
    void expandsNames(String list, String names) throws IOException {
        assertEquals(List.of(names.split(" ")), SlurmNodes.names(list));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,", "n[1-", "n]1[", "n[b]", "n[3-1]", "n[1-999999999]", "n[1-999]m[1-999]"})
    void refusesWhatIsNoList(String list) {
        assertTrue(assertThrows(IOException.class, () -> SlurmNodes.names(list))
                .getMessage()
                .startsWith("malformed: "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"4; 4", "3,1; 3 1", "2(x3),1; 2 2 2 1"})
    void expandsNumbersOfTasks(String list, String tasks) throws IOException {
        assertEquals(
                List.of(tasks.split(" ")),
                SlurmNodes.tasks(list).stream().map(String::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two", "2(x)", "2(x3", "1(x999999)"})
    void refusesWhatIsNoNumber(String list) {
        assertThrows(IOException.class, () -> SlurmNodes.tasks(list));
    }

    @Test
    void thereIsNoAllocationOutsideAJob() throws IOException {
        assertEquals(List.of(), new SrunLauncher().allocation(Map.of("PATH", "/usr/bin")));
    }
}

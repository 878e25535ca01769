package org.jmpi.run.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jmpi.run.cli.AppFile;
import org.jmpi.run.hosts.HostList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextFileTest {
    private static final String TEXT = "# Rechner im B\u00FCro\r\nlocalhost slots=2\n";

    @TempDir
    private Path folder;

    private Path file(String text, Charset charset) throws IOException {
        return Files.write(folder.resolve("file"), text.getBytes(charset));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1"})
    void commentsMayBeInAnyEncoding(String charset) throws IOException {
        assertEquals(
                List.of("# Rechner im B\u00FCro", "localhost slots=2"),
                TextFile.lines(file(TEXT, Charset.forName(charset))));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstWord() throws IOException {
        assertEquals(List.of("localhost"), TextFile.lines(file("\uFEFFlocalhost\r\n", StandardCharsets.UTF_8)));
        assertEquals(List.of(), TextFile.lines(file("\uFEFF", StandardCharsets.UTF_8)));
        assertEquals(List.of(), TextFile.lines(file("", StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16IsNamed(String charset) throws IOException {
        Path file = file("\uFEFF" + TEXT, Charset.forName(charset));
        assertEquals(
                "line 1 begins with the mark of UTF-16: save the file in UTF-8",
                assertThrows(IOException.class, () -> TextFile.lines(file)).getMessage());
    }

    @Test
    void filesOfHostsAndProgramsAreReadSo() throws IOException {
        String hosts = file("\uFEFF# B\u00FCro\nlocalhost slots=3\r\n", StandardCharsets.UTF_8)
                .toString();
        assertEquals(3, HostList.read("--hostfile", hosts).slots());
        String app = file("# B\u00FCro\n-np 2 hello\r\n", StandardCharsets.ISO_8859_1)
                .toString();
        assertEquals(2, AppFile.read(app).get(0).ranks);
    }
}

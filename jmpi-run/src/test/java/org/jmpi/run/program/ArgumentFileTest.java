package org.jmpi.run.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentFileTest {
    private static void assertWords(String text, String... words) {
        assertEquals(List.of(words), ArgumentFile.words(text));
    }

    @Test
    void blanksAndCommentsDivideWords() {
        assertWords("-ea  -Xmx1g\t-cp\na:b # and -more\n#all\nMain#x", "-ea", "-Xmx1g", "-cp", "a:b", "Main");
        assertWords(" \n");
    }

    @Test
    void quotesJoinWords() {
        assertWords("\"a b\" 'c \"d' e\"f g\"'#h' \"\"", "a b", "c \"d", "ef g#h", "");
        assertWords("\"no end\n'nor\nhere", "no end", "nor", "here");
    }

    @Test
    void backslashesCountInQuotes() {
        assertWords("\"a\\tb\\n\\\"\\\\\\x\" c\\d", "a\tb\n\"\\x", "c\\d");
        assertWords("\"one \\\n   word\"", "one word");
    }

    @Test
    void aQuotedWordMayBeLong() {
        String path = "/a/b.jar:".repeat(1 << 17);
        assertWords("-cp \"" + path + "\"", "-cp", path);
    }
}

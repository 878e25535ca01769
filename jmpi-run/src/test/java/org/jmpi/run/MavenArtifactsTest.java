package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MavenArtifactsTest {
    @Test
    void theHintsOfMavenAreLeftOut() {
        String said = "[\u001B[1;31mERROR\u001B[m] Could not find artifact g:a:jar:1 in central"
                + " -> \u001B[1m[Help 1]\u001B[m\n[ERROR] \n[ERROR] Re-run Maven using the -X switch.\n";
        assertEquals("[ERROR] Could not find artifact g:a:jar:1 in central", MavenArtifacts.mistakes(said));
        assertEquals("killed", MavenArtifacts.mistakes("killed\n"));
    }
}

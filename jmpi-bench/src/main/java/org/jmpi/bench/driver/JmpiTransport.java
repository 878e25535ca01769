package org.jmpi.bench.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * JMPI with one transport.
 *
 * @param name of the transport
 * @param jmpirun the words that start jmpirun
 */
record JmpiTransport(String name, List<String> jmpirun) implements Library {
    @Override
    public String version() {
        return "JMPI, --transport " + name;
    }

    @Override
    public boolean isOurs() {
        return true;
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) {
        List<String> words = new ArrayList<>(jmpirun);
        words.addAll(List.of("-np", Integer.toString(experiment.ranks()), "--transport", name));
        words.addAll(List.of("--timeout", Long.toString(limit.toSeconds()), "--stdin", "none"));
        words.add(experiment.program().toString());
        words.addAll(experiment.arguments());
        return new ProcessBuilder(words);
    }
}

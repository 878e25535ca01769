package org.jmpi.bench.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A layer on JMPI with one transport: remote objects, or JPVM's tasks. Its programs do what ours do with messages.
 *
 * @param transport below it
 * @param jmpirun the words that start jmpirun
 */
record JmpiLayer(Layer layer, String transport, List<String> jmpirun) implements Library {
    /** Arguments of a call must fit in the window: some of the papers are 1 MiB long. */
    private static final String WINDOW = "-Djmpi.eager.window=4194304";

    /** A layer that programs use instead of messages. */
    enum Layer {
        /** Objects that another rank calls. */
        RPC("remote objects of JMPI", "org.jmpi.bench.rpc.RankCalls") {
            @Override
            int started(int ranks) {
                return ranks;
            }
        },
        /** Tasks that the first one spawns. */
        JPVM("package jpvm of JMPI", "org.jmpi.bench.pvm.Tasks") {
            @Override
            int started(int ranks) {
                return 1;
            }
        };

        private final String title;
        private final String mainClass;

        Layer(String title, String mainClass) {
            this.title = title;
            this.mainClass = mainClass;
        }

        /** Returns how many processes jmpirun starts, for a world of so many ranks. */
        abstract int started(int ranks);
    }

    @Override
    public String name() {
        return layer.name().toLowerCase(Locale.ROOT) + "-" + transport;
    }

    @Override
    public String version() {
        return layer.title + ", --transport " + transport + (layer == Layer.RPC ? " " + WINDOW : "");
    }

    @Override
    public boolean isOurs() {
        return true;
    }

    @Override
    public boolean passesMessages() {
        return false;
    }

    @Override
    public ProcessBuilder command(Experiment experiment, Duration limit) {
        List<String> words = new ArrayList<>(jmpirun);
        words.addAll(List.of("-np", Integer.toString(layer.started(experiment.ranks())), "--transport", transport));
        words.addAll(List.of("--timeout", Long.toString(limit.toSeconds()), "--stdin", "none"));
        if (layer == Layer.RPC) words.add(WINDOW);
        words.add(layer.mainClass);
        if (layer == Layer.JPVM) words.addAll(List.of("--np", Integer.toString(experiment.ranks())));
        words.addAll(List.of("--program", experiment.program().toString()));
        words.addAll(experiment.arguments());
        return new ProcessBuilder(words);
    }
}

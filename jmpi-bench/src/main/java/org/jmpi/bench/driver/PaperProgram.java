package org.jmpi.bench.driver;

import java.util.Locale;
import java.util.stream.Stream;
import org.jmpi.bench.Rpc;
import org.jmpi.bench.Series;
import org.jmpi.bench.application.Applications;
import org.jmpi.bench.paper.Solved;

/** The programs of papers that exist for JMPI alone. */
enum PaperProgram implements TimedProgram {
    RPC(Rpc.class),
    APPLICATIONS(Applications.class) {
        /** A row has the times of a problem, by rank 0 alone and by all ranks. */
        @Override
        public Stream<Series> series(String line) {
            return Solved.measurements("", line).stream()
                    .map(each -> Series.of(each.op(), each.ranks(), each.bytes(), each.value()));
        }
    };

    private final Class<?> mainClass;

    PaperProgram(Class<?> mainClass) {
        this.mainClass = mainClass;
    }

    @Override
    public Class<?> mainClass() {
        return mainClass;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

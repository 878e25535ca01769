package org.jmpi.run.program;

import java.util.List;

/** The options of a JVM of several ranks, and those that it keeps for the layers of its ranks. */
public record DividedOptions(List<String> ofJvm, List<String> ofLayers) {}

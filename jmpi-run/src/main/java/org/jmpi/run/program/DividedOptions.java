package org.jmpi.run.program;

import java.util.List;

/** The options of a JVM that hosts ranks, and those that it keeps for its ranks' layers. */
public record DividedOptions(List<String> ofJvm, List<String> ofLayers) {}

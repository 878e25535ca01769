package org.jmpi.comm.datatype;

import org.jmpi.comm.config.JmpiConfig;

/** Makes a codec by its name; found by {@link java.util.ServiceLoader}, in the class or module path of the rank. */
public interface ObjectCodecProvider {
    /** {@return the name by which the setting {@code jmpi.object.codec} chooses the codec} */
    String name();

    /**
     * Makes the codec of one rank.
     *
     * @param config the rank's settings: what it decodes is bound by {@link JmpiConfig#objectFilter}
     * @return the codec
     * @throws IllegalArgumentException if a setting is malformed; the message names it and its value
     */
    ObjectCodec open(JmpiConfig config);

    /**
     * Makes the codec of one rank, which looks for the program's classes.
     *
     * @param config the rank's settings
     * @param classes finds the program's classes, on whatever thread of the rank the codec decodes
     * @return the codec
     * @throws IllegalArgumentException if a setting is malformed; the message names it and its value
     */
    default ObjectCodec open(JmpiConfig config, ProgramClasses classes) {
        return open(config);
    }
}

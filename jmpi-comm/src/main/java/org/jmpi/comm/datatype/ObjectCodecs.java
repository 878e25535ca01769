package org.jmpi.comm.datatype;

import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jmpi.comm.config.JmpiConfig;

/** The codecs that there are. */
public final class ObjectCodecs {
    private ObjectCodecs() {}

    /**
     * Makes the codec that the settings name.
     *
     * @param config the rank's settings
     * @param classes finds the program's classes, and codecs other than {@value JavaObjectCodec#NAME}
     * @return the codec
     * @throws IllegalArgumentException if there is none of that name, or it can't be made; the message names those
     *     there are
     */
    public static ObjectCodec open(JmpiConfig config, ProgramClasses classes) {
        String name = config.objectCodec();
        if (name.equals(JavaObjectCodec.NAME))
            return new JavaObjectCodec(new ObjectFilter(config.objectFilter()), classes);
        Set<String> names = new TreeSet<>();
        for (ClassLoader loader : classes.loaders(ObjectCodecProvider.class)) {
            for (ObjectCodecProvider provider : ServiceLoader.load(ObjectCodecProvider.class, loader))
                if (provider.name().equals(name)) return provider.open(config, classes);
            names.addAll(names(loader));
        }
        throw new IllegalArgumentException(missing("setting jmpi.object.codec: ", name, names));
    }

    /**
     * {@return the names of all codecs, in order}
     *
     * @param loader knows their classes
     */
    public static Set<String> names(ClassLoader loader) {
        Set<String> names = new TreeSet<>(Set.of(JavaObjectCodec.NAME));
        for (ObjectCodecProvider provider : ServiceLoader.load(ObjectCodecProvider.class, loader))
            names.add(provider.name());
        return names;
    }

    /**
     * {@return a line that says that a codec is missing}
     *
     * @param where starts the line
     * @param name what was asked for
     * @param names those there are
     */
    public static String missing(String where, String name, Set<String> names) {
        return where + "no object codec " + name + ": there are " + String.join(", ", names);
    }
}

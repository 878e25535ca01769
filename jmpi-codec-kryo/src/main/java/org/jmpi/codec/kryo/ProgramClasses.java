package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.DefaultClassResolver;
import java.util.HashMap;
import java.util.Map;

/** Finds classes where the program does: by the class loader of the thread that decodes. It initialises none of them. */
final class ProgramClasses extends DefaultClassResolver {
    private final ClassLoader loader;
    private final Map<String, Class<?>> known = new HashMap<>();

    ProgramClasses(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    protected Class<?> getTypeByName(String name) {
        return known.computeIfAbsent(name, this::load);
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new KryoException(e);
        }
    }
}

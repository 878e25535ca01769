package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.DefaultClassResolver;
import java.util.HashMap;
import java.util.Map;
import org.jmpi.comm.datatype.ProgramClasses;

/** Finds classes where the program does, for threads of one context class loader. It initialises none of them. */
final class ProgramResolver extends DefaultClassResolver {
    private final ProgramClasses classes;
    private final Map<String, Class<?>> sure = new HashMap<>();

    ProgramResolver(ProgramClasses classes) {
        this.classes = classes;
    }

    @Override
    protected Class<?> getTypeByName(String name) {
        Class<?> known = sure.get(name);
        if (known != null) return known;
        try {
            Class<?> found = classes.find(name);
            if (classes.isSure(name)) sure.put(name, found);
            return found;
        } catch (ClassNotFoundException e) {
            throw new KryoException(e);
        }
    }
}

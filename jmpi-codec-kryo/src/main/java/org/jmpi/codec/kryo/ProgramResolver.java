package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.DefaultClassResolver;
import com.esotericsoftware.kryo.kryo5.util.IdentityObjectIntMap;
import com.esotericsoftware.kryo.kryo5.util.IntMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.datatype.ProgramClasses;

/** Finds classes where the program does, for threads of one context class loader. It initialises none of them. */
final class ProgramResolver extends DefaultClassResolver {
    private final ProgramClasses classes;
    private final List<String> listed;
    private final Map<String, Class<?>> found = new HashMap<>();

    ProgramResolver(ProgramClasses classes, List<String> listed) {
        this.classes = classes;
        this.listed = listed;
        classToNameId = new IdentityObjectIntMap<>();
        nameIdToClass = new IntMap<>();
    }

    /** Gives the listed classes their numbers in a message, as if their names had been in it. */
    void begin() {
        for (String name : listed) {
            try {
                Class<?> type = find(name);
                classToNameId.put(type, nextNameId);
                nameIdToClass.put(nextNameId++, type);
            } catch (ClassNotFoundException e) {
                throw new IllegalArgumentException("setting jmpi.object.classes: this rank lacks class " + name, e);
            }
        }
    }

    @Override
    protected Class<?> getTypeByName(String name) {
        try {
            return find(name);
        } catch (ClassNotFoundException e) {
            throw new KryoException(e);
        }
    }

    private Class<?> find(String name) throws ClassNotFoundException {
        Class<?> known = found.get(name);
        if (known != null) return known;
        Class<?> type = classes.find(name);
        if (classes.isSure(name)) found.put(name, type);
        return type;
    }
}

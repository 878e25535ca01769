package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.util.MapReferenceResolver;

/** The objects of a message by number. */
@SuppressWarnings("rawtypes") // as Kryo's own methods
final class ObjectReferences extends MapReferenceResolver {
    private final long most;

    /** @param most how many there may be */
    ObjectReferences(long most) {
        this.most = most;
    }

    @Override
    public int nextReadId(Class type) {
        if (readObjects.size() >= most) throw new KryoException("more objects than maxrefs=" + most);
        return super.nextReadId(type);
    }

    @Override
    public Object getReadObject(Class type, int id) {
        Object object = super.getReadObject(type, id);
        if (object != null) return object;
        throw new KryoException("cycle through an object that can't be made before what it holds: " + type.getName());
    }
}

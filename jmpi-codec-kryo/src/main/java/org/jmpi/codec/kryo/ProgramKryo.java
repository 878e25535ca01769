package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Registration;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.sun.SunReflectionFactorySerializationInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers.EnumSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer.CachedField;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer.FieldSerializerConfig;
import com.esotericsoftware.kryo.kryo5.serializers.RecordSerializer;
import com.esotericsoftware.kryo.kryo5.util.MapReferenceResolver;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.datatype.EncodedOutput;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ProgramClasses;

/**
 * Kryo for one message at a time. It writes a class only if it writes all that Java serialisation writes: the JDK's
 * classes in {@link JdkSerializers}, arrays, enums, and records and classes of the program that define no serialisation
 * of their own. It reads a class only if the filter allows it.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as Kryo's own methods
final class ProgramKryo extends Kryo {
    private static final int BUFFER = 16 << 10;
    private static final Set<String> HOOKS =
            Set.of("writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve");

    private final Set<String> listed;
    private final ObjectFilter filter;
    private final long maxBytes;
    private final Output output = new Output(BUFFER);
    private final BoundedInput input;

    /**
     * @param listed the names of the classes that have numbers and may lack Serializable
     * @param filter which classes are read
     */
    ProgramKryo(ProgramClasses classes, List<String> listed, ObjectFilter filter) {
        super(new ProgramResolver(classes, listed), new References(filter.limit("maxrefs")));
        this.listed = Set.copyOf(listed);
        this.filter = filter;
        maxBytes = filter.limit("maxbytes");
        input = new BoundedInput(filter.limit("maxarray"));
        output.setVariableLengthEncoding(false);
        setRegistrationRequired(false);
        setAutoReset(false);
        setOptimizedGenerics(false);
        setMaxDepth((int) Math.min(Integer.MAX_VALUE, filter.limit("maxdepth")));
        JdkSerializers.register(this);
    }

    void encode(Object[] array, int offset, int count, EncodedOutput out) {
        output.setOutputStream(out);
        try {
            ((ProgramResolver) getClassResolver()).begin();
            for (int i = 0; i < count; i++) writeClassAndObject(output, array[offset + i]);
            output.flush();
        } finally {
            output.setOutputStream(null);
            reset();
        }
    }

    void decode(InputStream in, Object[] array, int offset, int count) throws IOException {
        if (in.available() > maxBytes)
            throw new IOException("message of " + in.available() + " bytes is longer than maxbytes=" + maxBytes);
        input.setInputStream(in);
        ((ProgramResolver) getClassResolver()).begin();
        for (int i = 0; i < count; i++) array[offset + i] = readClassAndObject(input);
        input.setInputStream(null);
        reset();
    }

    /** Gives a class of the JDK the next number. */
    void number(Class<?> type, Serializer<?> serializer) {
        register(type, filter.allows(type) ? serializer : new Refused(type));
    }

    /** Returns Kryo's serializer for a class of the JDK. */
    Serializer<?> stock(Class<?> type) {
        return super.getDefaultSerializer(type);
    }

    @Override
    public Serializer getDefaultSerializer(Class type) {
        if (!filter.allows(type)) throw refusal(type);
        if (type.isArray()) return new JdkSerializers.ObjectArray(this, type);
        if (type.isEnum()) return new EnumSerializer(type);
        boolean writable = Serializable.class.isAssignableFrom(type) || listed.contains(type.getName());
        if (!writable || type.isInterface() || !isPlain(type)) throw new KryoException(type.getName());
        try {
            return type.isRecord() ? new RecordSerializer(type) : ofFields(type);
        } catch (InaccessibleObjectException e) {
            throw new KryoException(type.getName() + ", which is not open to Kryo: " + e.getMessage());
        }
    }

    /** Returns whether no class that an object is made of is the JDK's or defines its serialisation. */
    private static boolean isPlain(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type)) return false;
        for (Class<?> part = type; part != Object.class && part != Record.class; part = part.getSuperclass()) {
            if (ObjectFilter.isOfJdk(part)) return false;
            for (Method method : part.getDeclaredMethods()) if (HOOKS.contains(method.getName())) return false;
            for (Field field : part.getDeclaredFields())
                if (field.getName().equals("serialPersistentFields")) return false;
        }
        return true;
    }

    private Serializer ofFields(Class<?> type) {
        FieldSerializerConfig config = new FieldSerializerConfig();
        config.setIgnoreSyntheticFields(false);
        config.setExtendedFieldNames(true);
        FieldSerializer<?> serializer = new FieldSerializer<>(this, type, config);
        if (Serializable.class.isAssignableFrom(type)) leaveToConstructors(serializer);
        return serializer;
    }

    /**
     * As in Java serialisation, the constructor of a superclass that is not serialisable sets the superclass's fields.
     */
    private static void leaveToConstructors(FieldSerializer<?> serializer) {
        for (CachedField field : serializer.getFields().clone())
            if (!Serializable.class.isAssignableFrom(field.getField().getDeclaringClass()))
                serializer.removeField(field);
    }

    @Override
    protected ObjectInstantiator newInstantiator(Class type) {
        if (ObjectFilter.isOfJdk(type)) return super.newInstantiator(type);
        return Serializable.class.isAssignableFrom(type)
                ? new SunReflectionFactorySerializationInstantiator<>(type)
                : new StdInstantiatorStrategy().newInstantiatorOf(type);
    }

    /**
     * Lets Kryo omit the class of a field or an element only if the class has a serializer, which null does not need.
     */
    @Override
    public boolean isFinal(Class type) {
        Registration registration = getClassResolver().getRegistration(type);
        return registration != null && registration.getId() >= 0 && super.isFinal(type);
    }

    private static KryoException refusal(Class<?> type) {
        return new KryoException(new InvalidClassException(type.getName(), ObjectFilter.REFUSAL));
    }

    /** Stands for a numbered class that the filter refuses. */
    private static final class Refused extends Serializer<Object> {
        private final Class<?> type;

        Refused(Class<?> type) {
            super(true);
            this.type = type;
        }

        @Override
        public void write(Kryo kryo, Output output, Object object) {
            throw refusal(type);
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> unused) {
            throw refusal(type);
        }
    }

    /** The objects of a message by number. */
    private static final class References extends MapReferenceResolver {
        private final long maxRefs;

        References(long maxRefs) {
            this.maxRefs = maxRefs;
        }

        @Override
        public int nextReadId(Class type) {
            if (readObjects.size() >= maxRefs) throw new KryoException("more objects than maxrefs=" + maxRefs);
            return super.nextReadId(type);
        }

        @Override
        public Object getReadObject(Class type, int id) {
            if (id < readObjects.size() && readObjects.get(id) == null)
                throw new KryoException("cycle through " + type.getName() + ", which is made after its elements");
            return super.getReadObject(type, id);
        }
    }
}

package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.sun.SunReflectionFactorySerializationInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer.CachedField;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer.FieldSerializerConfig;
import com.esotericsoftware.kryo.kryo5.serializers.RecordSerializer;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ProgramClasses;

/** Kryo as the codec uses it: references on, each class written as its {@link Kind} says, none read that is not allowed. */
@SuppressWarnings({"rawtypes", "unchecked"}) // as Kryo's own methods
final class ProgramKryo extends Kryo {
    /** Null if this one encodes. */
    private final ObjectFilter filter;

    private final Set<Class<?>> listed = new HashSet<>();
    private final boolean isSure;

    ProgramKryo(ProgramClasses classes, List<String> names, ObjectFilter filter) {
        super(
                new ProgramResolver(classes),
                new ObjectReferences(filter == null ? Long.MAX_VALUE : filter.limit("maxrefs")));
        this.filter = filter;
        setRegistrationRequired(false);
        setAutoReset(false);
        setOptimizedGenerics(false);
        if (filter != null) setMaxDepth((int) Math.min(Integer.MAX_VALUE, filter.limit("maxdepth")));
        JdkClasses.register(this::registerJdk);
        for (String name : names) registerListed(load(name, classes));
        isSure = names.stream().allMatch(classes::isSure);
    }

    private static Class<?> load(String name, ProgramClasses classes) {
        try {
            return classes.find(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("setting jmpi.object.classes: this rank lacks class " + name, e);
        }
    }

    /** Returns whether other messages of threads of the same context class loader mean the same listed classes. */
    boolean isSure() {
        return isSure;
    }

    private void registerJdk(Class<?> type, Serializer<?> serializer) {
        register(type, allows(type) ? serializer : new RefusedSerializer(type));
    }

    private void registerListed(Class<?> type) {
        listed.add(type);
        try {
            Serializer<?> serializer = serializer(type);
            register(type, allows(type) ? serializer : new RefusedSerializer(type));
        } catch (KryoException e) {
            // One that Java serialisation writes, or nobody, gets no number: that is said when it is met.
        }
    }

    private boolean allows(Class<?> type) {
        return filter == null || filter.allows(type);
    }

    @Override
    public boolean isProxy(Class type) {
        return false;
    }

    @Override
    public boolean isClosure(Class type) {
        return false;
    }

    @Override
    public Serializer getDefaultSerializer(Class type) {
        return allows(type) ? serializer(type) : new RefusedSerializer(type);
    }

    private Serializer serializer(Class type) {
        switch (Kind.of(type, listed.contains(type))) {
            case PRIMITIVES:
                return PrimitiveArraySerializer.of(type);
            case OBJECTS:
                return new ObjectArraySerializer();
            case ENUM:
                return new DefaultSerializers.EnumSerializer(type);
            case RECORD:
                return ofComponents(type);
            case FIELDS:
                return ofFields(type);
            case JAVA:
                throw new JavaNeeded(type);
            case LAMBDA:
                throw new KryoException(new NotSerializableException(type.getName() + ": " + ObjectFilter.LAMBDA));
            default:
                throw new KryoException(new NotSerializableException(type.getName()));
        }
    }

    private static Serializer ofComponents(Class<?> type) {
        for (RecordComponent component : type.getRecordComponents())
            if (!component.getAccessor().trySetAccessible()) throw new JavaNeeded(type);
        return new RecordSerializer(type);
    }

    private Serializer ofFields(Class<?> type) {
        FieldSerializerConfig config = new FieldSerializerConfig();
        config.setIgnoreSyntheticFields(false);
        config.setExtendedFieldNames(true);
        try {
            FieldSerializer<?> serializer = new FieldSerializer<>(this, type, config);
            if (Serializable.class.isAssignableFrom(type)) leaveToConstructors(serializer);
            return serializer;
        } catch (InaccessibleObjectException e) {
            if (Serializable.class.isAssignableFrom(type)) throw new JavaNeeded(type);
            throw new KryoException(new NotSerializableException(type.getName()
                    + ": the class neither implements Serializable nor is open to Kryo: " + e.getMessage()));
        }
    }

    /** As in Java serialisation, what a superclass that is not serialisable holds is set by its constructor. */
    private static void leaveToConstructors(FieldSerializer<?> serializer) {
        for (CachedField field : serializer.getFields().clone())
            if (!Serializable.class.isAssignableFrom(field.getField().getDeclaringClass()))
                serializer.removeField(field);
    }

    @Override
    protected ObjectInstantiator newInstantiator(Class type) {
        return Serializable.class.isAssignableFrom(type)
                ? new SunReflectionFactorySerializationInstantiator<>(type)
                : new StdInstantiatorStrategy().newInstantiatorOf(type);
    }
}

package program;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.datatype.ProgramClasses;

/** Sends and receives objects of its own classes. */
public final class Receiver {
    private record Item(Unit unit, Object type) implements Serializable {}

    private enum Unit {
        METRE
    }

    /** Java defines its proxies in this package, by the loader of this class. */
    interface Greeting {
        String text();
    }

    /** Answers the calls of a proxy. */
    private record Answer(String text) implements java.lang.reflect.InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return text;
        }
    }

    private Receiver() {}

    /** Notes the loaders of this class and of the calling thread. */
    public static void remember(ProgramClasses classes) {
        classes.remember(ProgramClasses.class);
    }

    /** Encodes a record, an array of two dimensions, and, unless all is to be plain data, a class and a proxy. */
    public static ByteChunks send(ObjectCodec codec, boolean plain) {
        Item item = new Item(Unit.METRE, plain ? null : int.class);
        Object greeting = Proxy.newProxyInstance(
                Receiver.class.getClassLoader(),
                new Class<?>[] {Greeting.class, Comparable.class},
                new Answer("hello"));
        Object[] objects = {item, new Item[][] {{item}, null}, plain ? null : greeting};
        return ObjectMessage.encode(codec, objects, 0, 3);
    }

    /** Decodes what {@link #send} encoded, and takes the objects for what they were. */
    public static void receive(ObjectCodec codec, ByteChunks bytes) {
        Object[] objects = new Object[3];
        ObjectMessage.decode(codec, bytes, objects, 0, 3);
        check(objects);
    }

    /** Takes objects for what {@link #send} encoded. */
    public static void check(Object[] objects) {
        Item item = (Item) objects[0];
        boolean plain = objects[2] == null;
        if (item.unit() != Unit.METRE || item.type() != (plain ? null : int.class)) throw new AssertionError(item);
        if (((Item[][]) objects[1])[0][0] != item) throw new AssertionError("the array holds another item");
        if (!plain && !((Greeting) objects[2]).text().equals("hello"))
            throw new AssertionError("the proxy answers wrongly");
    }
}

package org.jmpi.codec.kryo;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;

/** Classes of a program. */
final class Shapes {
    private Shapes() {}

    /** With a class of its own for a constant. */
    enum Operator {
        PLUS,
        MINUS {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        int apply(int a, int b) {
            return a + b;
        }
    }

    static class Made {
        final String origin;

        Made() {
            origin = "made by the superclass";
        }

        Made(String origin) {
            this.origin = origin;
        }
    }

    /** Has no constructor without arguments. */
    static final class Circle extends Made implements Serializable {
        private static final long serialVersionUID = 1;

        static int made;

        final double radius;
        final transient String cache;

        Circle(double radius, String cache) {
            super("made by the sender");
            this.radius = radius;
            this.cache = cache;
            made++;
        }
    }

    static final class Outer implements Serializable {
        private static final long serialVersionUID = 1;

        private final String name;

        Outer(String name) {
            this.name = name;
        }

        final class Inner implements Serializable {
            private static final long serialVersionUID = 1;

            String outerName() {
                return name;
            }
        }
    }

    static class Upper implements Serializable {
        private static final long serialVersionUID = 1;

        private final String name;

        Upper(String name) {
            this.name = name;
        }

        String upper() {
            return name;
        }
    }

    static final class Lower extends Upper {
        private static final long serialVersionUID = 1;

        private final String name;

        Lower(String upper, String lower) {
            super(upper);
            name = lower;
        }

        String lower() {
            return name;
        }
    }

    static final class Counting implements Serializable {
        private static final long serialVersionUID = 1;

        transient int read;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            read = 1;
        }
    }

    /** Extends a class of the JDK, whose fields are closed. */
    static final class Chain extends ArrayList<Chain> {
        private static final long serialVersionUID = 1;

        final String name;

        Chain(String name) {
            this.name = name;
        }
    }

    static final class Single implements Serializable {
        static final Single ONLY = new Single();
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return ONLY;
        }
    }

    static final class Descending implements Comparator<Integer>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(Integer a, Integer b) {
            return b.compareTo(a);
        }
    }

    /** Has no constants. */
    enum Nothing {}

    /** Is serialisable, but Kryo does not write it. */
    static final class Unwritten implements Serializable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            return "replaced";
        }
    }

    /** Has a field of a class that is not serialisable. */
    @SuppressWarnings("serial") // It is null.
    static final class Holder implements Serializable {
        private static final long serialVersionUID = 1;

        final Plain plain = null;
        final int value;

        Holder(int value) {
            this.value = value;
        }
    }

    static final class Plain {
        final int value;

        Plain(int value) {
            this.value = value;
        }
    }

    /** Writes itself. */
    public static final class External implements Externalizable {
        private static final long serialVersionUID = 1;

        transient int value;

        /** As Externalizable asks for. */
        public External() {}

        External(int value) {
            this.value = value;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt();
        }
    }
}

package mpi;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * What the elements of a message are (MPI-4.1 section 4.1).
 *
 * <p>All figures are in elements of the base type: {@code MPI.INT.Size() == 1}.
 */
public class Datatype {
    private final Layout layout;

    private Datatype(Layout layout) {
        this.layout = layout;
    }

    static Datatype basic(BasicType type) {
        return new Datatype(Layout.contiguous(type, 1));
    }

    /** Returns the type of a value and an index, for MAXLOC and MINLOC. */
    static Datatype pair(BasicType type) {
        return new Datatype(Layout.contiguous(type, 2));
    }

    /**
     * Returns the layout behind a type.
     *
     * @throws CommException of class TYPE if it is null
     */
    static Layout layout(Datatype type) {
        if (type == null) throw new CommException(ErrorClass.TYPE, "datatype is null");
        return type.layout;
    }

    /** Returns the elements from the start of one item to the start of the next (MPI-4.1 section 4.1.5). */
    public int Extent() throws MPIException {
        return layout.extent();
    }

    /** Returns the lower bound of an item, in elements from its start. */
    public int Lb() throws MPIException {
        return layout.lowerBound();
    }

    /** Returns the elements that an item transfers. */
    public int Size() throws MPIException {
        return layout.size();
    }

    /** Returns the upper bound of an item, in elements from its start. */
    public int Ub() throws MPIException {
        return layout.lowerBound() + layout.extent();
    }
}

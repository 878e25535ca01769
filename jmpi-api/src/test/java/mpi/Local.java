package mpi;

import java.io.Serializable;

/** What every rank knows. */
final class Local implements Serializable {
    private static final long serialVersionUID = 1;
}

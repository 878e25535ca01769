/**
 * MPI in the dialect of mpiJava 1.2, with the collective operations of MPI-4.1 beside it.
 *
 * <p>A program starts with {@link mpi.MPI}, communicates by the methods of a communicator, and is started by
 * {@code jmpirun -np 4 Hello}:
 *
 * <pre>
 *  MPI                               Init, Finalize, constants
 *   |
 *   +-- COMM_WORLD, COMM_SELF
 *        |
 *      Comm                          Send, Recv, Isend, Irecv, Send_init, Probe, ...
 *        +-- Intercomm               two groups; collective operations from group to group
 *        +-- Intracomm               one group: Bcast, Ibcast, Bcast_init, ..., Split, Create
 *              +-- Cartcomm          a grid  --+
 *              +-- Graphcomm         a graph   +-- Neighbor_allgather, ...
 *              +-- Distgraphcomm     a graph --+
 *
 *  Send, Recv    (buf, offset, count, Datatype, rank, tag)   -&gt; Status
 *  Isend, Irecv  (buf, offset, count, Datatype, rank, tag)   -&gt; Request  -- Wait, Test -&gt; Status
 *  Send_init, ...                                            -&gt; Prequest -- Start, Wait
 *  Reduce, ...   (..., Datatype, Op, root)                      Op: MPI.SUM, ..., User_function
 *  any of them   fails                                       -&gt; MPIException, as the Errhandler says
 * </pre>
 *
 * <p>Offsets count elements, counts count items of the datatype, and nothing counts bytes. A buffer is an array or a
 * buffer of {@code java.nio}, heap or direct. A {@code ByteBuffer} holds elements of any primitive type in its byte
 * order; an {@code IntBuffer} holds INT, and so on. Indices are absolute: a position neither counts nor moves. The
 * limit ends a buffer: an element at or behind it fails the call (ERR_COUNT). A receive into a read-only buffer fails
 * (ERR_BUFFER), as does an operation whose buffer loses its memory before it is complete.
 *
 * <p>On JDK 22 and later a buffer may be a {@code java.lang.foreign.MemorySegment}, which holds elements of any
 * primitive type in native byte order. A blocking call copies a segment to which its thread alone has access (of {@code
 * Arena.ofConfined()}), and a segment of an array of another type than {@code byte}. Other calls refuse these
 * (ERR_BUFFER), and every call refuses a segment of a closed arena or of another thread's confined one.
 */
package mpi;

package mpi;

/** What a program may free; here the garbage collector does. */
public class Freeable {
    Freeable() {}
}

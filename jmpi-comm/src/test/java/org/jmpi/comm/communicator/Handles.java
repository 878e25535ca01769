package org.jmpi.comm.communicator;

/** Looks into requests as a program holds them. */
public final class Handles {
    private Handles() {}

    /**
     * {@return whether no call has returned the status or the failure of a request's operation}
     *
     * @param request started
     */
    public static boolean isActive(RequestHandle request) {
        return request.isActive();
    }
}

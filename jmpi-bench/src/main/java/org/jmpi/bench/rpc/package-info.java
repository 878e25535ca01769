/**
 * What {@code pingpong} and {@code matrix} do with messages, done with calls: a master starts workers, JVMs of their
 * own, and calls them by Java RMI or by ONC RPC.
 *
 * <pre>
 *   Calls (the master) ---> WorkerProcess ---> WorkerMain ---> LocalWorker
 *        |                                                         ^
 *        +--> Worker: a stub of JavaRmi, or of OncRpc  - - - - - - +
 * </pre>
 */
package org.jmpi.bench.rpc;

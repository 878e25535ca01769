/**
 * TLS 1.3 between the processes of a job: the certificate that both sides show, and the records without a socket.
 */
package org.jmpi.tls;

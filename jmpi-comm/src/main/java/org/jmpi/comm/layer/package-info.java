/** The frames of layers outside this module: which layers a peer has, credit, requests and answers. */
package org.jmpi.comm.layer;

/** The process managers that can start ranks: PMI-1, PMIx, Slurm, Kubernetes, and a shared folder. */
package org.jmpi.wireup;

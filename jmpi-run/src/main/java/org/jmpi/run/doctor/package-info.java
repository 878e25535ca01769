/** Tests an installation and its hosts. */
package org.jmpi.run.doctor;

/** The shipped programs: measurements and examples that run as jobs. */
package org.jmpi.bench;

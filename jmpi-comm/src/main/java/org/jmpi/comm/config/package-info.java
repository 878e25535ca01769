/** Every setting, with its name, default and unit, and the warnings for the user. */
package org.jmpi.comm.config;

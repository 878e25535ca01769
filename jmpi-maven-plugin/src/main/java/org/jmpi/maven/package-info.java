/** The goals of the Maven plugin. */
package org.jmpi.maven;

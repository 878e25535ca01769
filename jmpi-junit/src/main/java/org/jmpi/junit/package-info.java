/** JUnit tests that run on several ranks: {@link org.jmpi.junit.MpiTest}. */
package org.jmpi.junit;

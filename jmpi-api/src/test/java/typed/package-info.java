/** Tests of the typed calls of package {@code org.jmpi}, as a program of another package sees them. */
package typed;

/** A program outside JMPI's packages, whose classes tests load by several class loaders. */
package program;

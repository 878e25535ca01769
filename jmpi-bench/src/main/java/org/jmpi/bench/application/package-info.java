/**
 * The applications by which papers compare models of parallel programs. Each is a problem with a sequential solution, a
 * check, and one class for each model.
 */
package org.jmpi.bench.application;
